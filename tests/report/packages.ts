/** Independent judges of what the renderers write: packages of these tests only. */

export { default as axe } from "npm:axe-core@4.14.1";
export { fromMarkdown } from "npm:mdast-util-from-markdown@2.0.2";
export { gfmFromMarkdown } from "npm:mdast-util-gfm@3.1.0";
export { gfm } from "npm:micromark-extension-gfm@3.0.0";
export { type Browser, default as puppeteer, type Page } from "npm:puppeteer-core@25.16.0";
export { validateXML } from "npm:xmllint-wasm@5.3.0";
export {
  default as sarifSchema,
} from "npm:@microsoft/jest-sarif@1.0.0-beta.0/lib/schemas/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};
