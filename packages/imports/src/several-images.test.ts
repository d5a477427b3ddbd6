import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-images-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "sku,title,price,availability";
const [ONE, TWO, THREE] = [1, 2, 3].map((n) => `https://l.example/${n}.jpg`);
const imagesOf = (products: readonly Record<string, unknown>[]) =>
  products.map(({ image_url: own, additional_image_urls: more }) => [own, more]);

describe("a column with the name of the field for one image has all images of a product", () => {
  test.each([
    ["rows", `${HEADER},image_url\nA,X,5 EUR,in stock,${ONE}\nA,X,5 EUR,in stock,${TWO}\n`],
    [
      "rows that differ by their language",
      `sku,locale,title,price,availability,image_url\nA,en,X,5 EUR,in stock,${ONE}\nA,de,Y,5 EUR,in stock,${TWO}\n`,
    ],
    ["a comma and a space", `${HEADER},image_url\nA,X,5 EUR,in stock,"${ONE}, ${TWO}"\n`],
    ["a bar", `${HEADER},image_url\nA,X,5 EUR,in stock,${ONE}|${TWO}\n`],
    ["a semicolon", `${HEADER},image_url\nA,X,5 EUR,in stock,${ONE};${TWO}\n`],
    ["a line break", `${HEADER},image_url\nA,X,5 EUR,in stock,"${ONE}\n${TWO}"\n`],
    [
      "a list in JSON",
      JSON.stringify([
        { sku: "A", title: "X", price: "5 EUR", availability: "in_stock", image_url: [ONE, { src: TWO }] },
      ]),
    ],
    [
      "repeated elements in XML",
      `<products><product><sku>A</sku><title>X</title><price>5 EUR</price><availability>in stock</availability><image_url>${ONE}</image_url><image_url>${TWO}</image_url></product><product><sku>B</sku><title>X</title><price>5 EUR</price><availability>in stock</availability><image_url>${ONE}</image_url></product></products>`,
    ],
  ])("by %s", async (_by, file) => {
    const { products, faults } = await read(file);
    expect([imagesOf(products)[0], faults]).toEqual([[ONE, [TWO]], []]);
  });

  test("and those of another column follow", async () => {
    for (const header of ["image_url,additional_image_urls", "additional_image_urls,image_url"]) {
      const cells = header.startsWith("image") ? `${ONE}|${TWO},${THREE}` : `${THREE},${ONE}|${TWO}`;
      const { products } = await read(`${HEADER},${header}\nA,X,5 EUR,in stock,${cells}\n`);
      expect(imagesOf(products)).toEqual([[ONE, [TWO, THREE]]]);
    }
  });

  test("a link that contains another one, or a space, is one link", async () => {
    const inner = "https://img.example/fetch/w_100/https://l.example/1.jpg";
    const { products } = await read(
      `${HEADER},image_url\nA,X,5 EUR,in stock,${inner}\nB,X,5 EUR,in stock,https://l.example/a b.jpg\n`,
    );
    expect(imagesOf(products)).toEqual([
      [inner, undefined],
      ["https://l.example/a%20b.jpg", undefined],
    ]);
  });
});

test("several links in a field for one are reported, and not joined", async () => {
  const { products, faults } = await read(`${HEADER},url\nA,X,5 EUR,in stock,"${ONE}, ${TWO}"\n`);
  expect(faults).toMatchObject([
    { pointer: "/url", message: "must be one link, and the cell has several", column: "url" },
  ]);
  expect(products).toMatchObject([{ sku: "A" }]);
  expect(products[0]).not.toHaveProperty("url");
});

describe("a text that XML has several times", () => {
  const product = (names: string) =>
    `<c><p code="A">${names}<price>5 EUR</price><stock>2</stock></p><p code="B"><name xml:lang="en">Two</name><price>5 EUR</price><stock>0</stock></p></c>`;
  const NAMES = `<name xml:lang="en">One</name><name xml:lang="de_AT">Eins</name>`;

  test("in several languages is the product's own and its translations", async () => {
    const { products, faults } = await read(product(NAMES), { mapping: '{"sku":"@code"}' });
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sku: "A", title: "One", translations: { "de-AT": { title: "Eins" } } },
      { sku: "B", title: "Two" },
    ]);
  });

  test("without languages is rejected, unless the mapping takes the first one", async () => {
    const names = "<name>One</name><name>Eins</name>";
    const { faults } = await read(product(names), { mapping: '{"sku":"@code"}' });
    expect(faults).toMatchObject([{ pointer: "/title" }]);
    const first = await read(product(names), { mapping: '{"sku":"@code","title":{"column":"name","as":"first"}}' });
    expect([first.faults, first.products[0]?.title]).toEqual([[], "One"]);
  });
});

test.each([
  ["summary", "<summary>Soft.</summary>"],
  ["content", `<content type="html">Soft.</content>`],
])("Atom's %s is the description", async (_name, element) => {
  const entry = (id: string) =>
    `<entry><title>Tee</title><id>${id}</id><link href="https://e.example/${id}"/>${element}<g:image_link>${ONE}</g:image_link><g:price>5 USD</g:price><g:availability>in stock</g:availability></entry>`;
  const { products } = await read(
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>F</title>${entry("A")}${entry("B")}</feed>`,
  );
  expect(products).toMatchObject([
    { sku: "A", description: "Soft." },
    { sku: "B", description: "Soft." },
  ]);
});

test("images have the order of their positions, if all of them have one", async () => {
  const item = { sku: "A", title: "X", price: "5 EUR", availability: "in_stock" };
  for (const name of ["position", "sort_order", "sortOrder", "rank"]) {
    const images = [
      { url: TWO, [name]: 2 },
      { url: ONE, [name]: 1 },
      { url: THREE, [name]: "10" },
    ];
    const { products, faults } = await read(JSON.stringify([{ ...item, images }]));
    expect([imagesOf(products)[0], faults]).toEqual([[ONE, [TWO, THREE]], []]);
  }
  const some = [{ url: TWO, position: 2 }, { url: ONE }];
  expect(imagesOf((await read(JSON.stringify([{ ...item, images: some }]))).products)[0]).toEqual([TWO, [ONE]]);
});

test("commas that a shop writes behind a backslash are those of the URL", async () => {
  const list = String.raw`https://l.example/c\,w_200/1.jpg, https://l.example/2\,x.jpg`;
  const { products } = await read(`${HEADER},image_url\nA,X,5 EUR,in stock,"${list}"\n`);
  expect(imagesOf(products)[0]).toEqual(["https://l.example/c,w_200/1.jpg", ["https://l.example/2,x.jpg"]]);
});
