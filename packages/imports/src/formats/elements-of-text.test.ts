import { expect, test } from "@jest/globals";
import { FileFault } from "../file-fault.js";
import type { RawRow } from "../row.js";
import { readXml } from "./read-xml.js";

/** Numbers that look random and are the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = ["id", "g:id", "media:id", "title", "link", "variant", "stock", "__proto__", "größe", "9"];
const TEXTS = ["", "Tee", " Tee\n", "&amp;", "&eacute;&", "<![CDATA[<b>]]>", "größe", "<!-- -->", "]]>", "&#0;", ">"];
const ATTRIBUTES = [
  ' lang="de"',
  ' xmlns:m="http://base.google.com/ns/1.0"',
  ' href="/a"',
  ' rel="self" href="/b"',
  " a=b",
];
const BLANKS = ["", "", "\n  ", "\r\n", "text"];

/** A document whose elements mostly have only text. */
function documentFrom(random: (below: number) => number): string {
  const one = (list: readonly string[]) => list[random(list.length)] ?? "";
  const element = (depth: number): string => {
    const name = one(NAMES);
    const attributes = random(8) === 0 ? one(ATTRIBUTES) : "";
    const inner =
      depth < 9 && random(6) === 0 ? elements(depth + 1, random(4)) : one(TEXTS.slice(0, random(40) === 0 ? 11 : 8));
    return random(20) === 0 ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`;
  };
  const elements = (depth: number, count: number): string =>
    Array.from({ length: count }, () => one(BLANKS) + element(depth)).join("");
  const row = (): string => `<item>${one(BLANKS)}${elements(1, 1 + random(6))}${one(BLANKS)}</item>`;
  const document = `<rss><channel>${Array.from({ length: 1 + random(4) }, row).join("\n")}</channel></rss>`;
  return random(10) === 0 ? document.slice(0, random(document.length)) : document;
}

/** The rows of a document that arrives in pieces of a size, or why it is rejected. */
async function rowsIn(document: string, size: number, path: object): Promise<unknown> {
  async function* chunks(): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(document);
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
  }
  const rows: RawRow[] = [];
  try {
    for await (const some of readXml(chunks(), { delimiter: ",", ...path })) rows.push(...some);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    // A wrong end tag is shown as it is written.
    return error.message.replace(/: .*/s, "");
  }
  return rows;
}

const PATHS = [{}, { rows: "rss/channel/item" }, { rows: "rss/channel/item", variants: "variant" }];

test("elements with only text are read in the same way with and without a space in their end tag, in any pieces", async () => {
  for (let seed = 0; seed < 1_500; seed += 1) {
    const document = documentFrom(randomFrom(seed));
    const path = PATHS[seed % PATHS.length] ?? {};
    // Only elements that are written as usual are read ahead.
    const expected = await rowsIn(document.replace(/<\/([^<>]+)>/g, "</$1 >"), document.length * 2, path);
    for (const size of [1 + (seed % 7), document.length + 100])
      expect([document, await rowsIn(document, size, path)]).toEqual([document, expected]);
  }
});
