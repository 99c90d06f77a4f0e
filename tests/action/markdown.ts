/** Code blocks of the guides, so that what they show can be run. */

import { ACTION } from "./runner.ts";

/** The blocks of one language in a page of docs/, each with the heading it stands under. */
export async function codeBlocks(
  page: string,
  language: string,
): Promise<{ heading: string; text: string }[]> {
  const text = await Deno.readTextFile(`${ACTION}/docs/${page}`);
  const blocks: { heading: string; text: string }[] = [];
  let heading = "";
  for (const [, title, lang, block] of text.matchAll(/^#+ (.*)$|^```(\w*)\n([^]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else if (lang === language) blocks.push({ heading, text: block ?? "" });
  }
  return blocks;
}
