/** A certificate of its own making, for servers on the loopback. */

/** A certificate that signs itself, and its key; both in PEM. */
export interface OwnCertificate {
  cert: string;
  key: string;
}

const ECDSA_SHA256 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x06, 0x03, 0x55, 0x04, 0x03];
const ALTERNATIVE_NAMES = [0x06, 0x03, 0x55, 0x1d, 0x11];
const SEQUENCE = 0x30;

/** Makes a certificate for a host name, valid for the coming hour (RFC 5280). */
export async function makeCertificate(host: string): Promise<OwnCertificate> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const algorithm = der(SEQUENCE, ECDSA_SHA256);
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, ascii(host)))));
  const names = der(SEQUENCE, der(0x82, ascii(host)));
  const extension = der(SEQUENCE, ALTERNATIVE_NAMES, der(0x04, names));
  const now = Date.now();
  const content = der(
    SEQUENCE,
    der(0xa0, [0x02, 0x01, 0x02]), // version 3
    [0x02, 0x01, 0x01], // serial number
    algorithm,
    name,
    der(SEQUENCE, time(now - 60_000), time(now + 3_600_000)),
    name,
    bytes(await crypto.subtle.exportKey("spki", publicKey)),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const raw = bytes(
    await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      privateKey,
      Uint8Array.from(content),
    ),
  );
  const signature = der(SEQUENCE, integer(raw.slice(0, 32)), integer(raw.slice(32)));
  return {
    cert: pem("CERTIFICATE", der(SEQUENCE, content, algorithm, der(0x03, [0], signature))),
    key: pem("PRIVATE KEY", bytes(await crypto.subtle.exportKey("pkcs8", privateKey))),
  };
}

function der(tag: number, ...parts: number[][]): number[] {
  const { length } = parts.flat();
  const size = length < 0x80
    ? [length]
    : length < 0x100
    ? [0x81, length]
    : [0x82, length >> 8, length & 0xff];
  return [tag, ...size, ...parts.flat()];
}

/** An unsigned number, which must not look like a negative one. */
function integer(digits: number[]): number[] {
  const significant = digits.slice(Math.max(0, digits.findIndex((digit) => digit !== 0)));
  return der(0x02, (significant[0] ?? 0) >= 0x80 ? [0] : [], significant);
}

function time(ms: number): number[] {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x17, ascii(digits.slice(2)));
}

function ascii(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

function bytes(buffer: ArrayBuffer): number[] {
  return [...new Uint8Array(buffer)];
}

function pem(label: string, content: number[]): string {
  const base64 = btoa(String.fromCharCode(...content)).replace(/.{64}/g, "$&\n").trim();
  return `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`;
}
