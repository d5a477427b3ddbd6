import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-feed-elements-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const GOOGLE = "http://base.google.com/ns/1.0";
const feedOf = (item: string, prefix = "g") =>
  `<rss version="2.0" xmlns:${prefix}="${GOOGLE}" xmlns:media="http://search.yahoo.com/mrss/"><channel><item>${item}` +
  `<${prefix}:id>A</${prefix}:id><${prefix}:price>5 EUR</${prefix}:price><${prefix}:availability>in stock</${prefix}:availability></item></channel></rss>`;

describe("a feed may have a field in several vocabularies", () => {
  test.each([
    ["Google's element follows", "<title>Own</title><g:title>Google</g:title>"],
    ["Google's element precedes", "<g:title>Google</g:title><title>Own</title>"],
    ["others are in between", "<media:title>Media</media:title><g:title>Google</g:title><title>Own</title>"],
  ])("Google's counts if %s", async (_order, titles) => {
    const { products, faults } = await read(feedOf(titles));
    expect([products[0]?.title, faults]).toEqual(["Google", []]);
  });

  test("the link and the description as well, and whatever the prefix is", async () => {
    const item =
      "<x:title>T</x:title><link>https://s.example/own</link><x:link>https://s.example/x</x:link><description>own</description><x:description>x</x:description>";
    const { products, faults } = await read(feedOf(item, "x"));
    expect([products, faults]).toMatchObject([[{ title: "T", url: "https://s.example/x", description: "x" }], []]);
  });

  test("an empty one does not hide the other, whichever comes first", async () => {
    const first = await read(feedOf("<g:title/><title>Own</title>"));
    const last = await read(feedOf("<title>Own</title><g:title></g:title>"));
    expect([first.products[0]?.title, last.products[0]?.title]).toEqual(["Own", "Own"]);
  });

  test("the feed's own element counts before those of other vocabularies", async () => {
    const { products } = await read(feedOf("<media:title>Media</media:title><title>Own</title>"));
    expect(products[0]?.title).toBe("Own");
  });

  test("in a document that is no feed, too", async () => {
    const product = "<id>A</id><g:title>Google</g:title><title>Own</title><price>5 EUR</price><stock>1</stock>";
    const { products, faults } = await read(`<shop xmlns:g="${GOOGLE}"><product>${product}</product></shop>`);
    expect([products[0]?.title, faults]).toEqual(["Google", []]);
  });

  test("the same element of one vocabulary remains a list", async () => {
    const image = (n: number) => `<g:additional_image_link>https://s.example/${n}.jpg</g:additional_image_link>`;
    const { products } = await read(feedOf(`<title>T</title>${image(1)}${image(2)}`));
    expect(products[0]?.additional_image_urls).toEqual(["https://s.example/1.jpg", "https://s.example/2.jpg"]);
  });

  test("a link of Atom to something else is not the product's", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="${GOOGLE}"><entry><g:id>A</g:id><title>T</title><link rel="self" href="https://s.example/feed"/><link rel="alternate" href="https://s.example/a"/><link rel="enclosure" href="https://s.example/a.pdf"/><g:price>5 EUR</g:price><g:availability>in stock</g:availability></entry></feed>`;
    const { products, faults } = await read(atom);
    expect([products[0]?.url, faults]).toEqual(["https://s.example/a", []]);
  });
});
