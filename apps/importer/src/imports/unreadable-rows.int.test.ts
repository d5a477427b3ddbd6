import { expect, test } from "@jest/globals";
import { useRunningImporter } from "../testing/use-running-importer.js";

const importer = useRunningImporter();
const imported = async (...sent: Parameters<typeof importer.imported>) => (await importer.imported(...sent)).row;

const HEADER = "sku,title,price,availability,brand";
const line = (n: number, { sku = `P-${n}`, title = `Cup ${n}` } = {}): string =>
  `${sku},${title},${n}.00 EUR,in stock,Acme`;
const fileOf = (lines: readonly string[]): string => `${HEADER}\n${lines.join("\n")}\n`;
const LINES = Array.from({ length: 12 }, (_, i) => line(i + 1));
const with12 = async (): Promise<string> => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, fileOf(LINES));
  return workspaceId;
};
const archivedOf = async (workspaceId: string): Promise<string[]> =>
  (await importer.fixture.products(workspaceId)).filter(({ status }) => status === "archived").map(({ sku }) => sku);
const REPLACE = { mode: "replace", max_removal_percent: "50" };

test.each([
  ["a comma too many", LINES.toSpliced(3, 1, line(4, { title: "Cup, large" })), 1],
  ["commas too many in two rows", LINES.toSpliced(8, 2, line(9, { title: "a, b" }), line(10, { title: "a, b" })), 2],
  ["a quote that does not end", LINES.toSpliced(9, 1, line(10, { title: '"Cup 10' })), 1],
  ["a SKU that lost its digits", LINES.toSpliced(3, 1, line(4, { sku: "8.71E+12" })), 1],
  ["a row with neither a SKU nor a title", LINES.toSpliced(3, 1, line(4, { sku: "", title: "" })), 1],
])("after %s, no product is removed, and the result says so", async (_what, lines, rows) => {
  const workspaceId = await with12();
  const row = await imported(workspaceId, fileOf(lines.filter((text) => text !== line(1))), REPLACE);
  expect(row).toMatchObject({ status: "succeeded_with_errors", counts: { invalid: rows, removed: 0 } });
  expect(row.error).toContain(rows === 1 ? "The row in line" : `${rows} rows, the first one in line`);
  expect(row.error).toContain("no product was removed");
  expect(await archivedOf(workspaceId)).toEqual([]);
  // The next file is complete.
  expect(await imported(workspaceId, fileOf(LINES.slice(1)), REPLACE)).toMatchObject({
    status: "succeeded",
    error: null,
    counts: { removed: 1 },
  });
  expect(await archivedOf(workspaceId)).toEqual(["P-1"]);
});

test("a product whose row lost its SKU is found by its title, and others are removed", async () => {
  const workspaceId = await with12();
  const lines = LINES.slice(1).toSpliced(3, 1, line(5, { sku: "" }));
  const row = await imported(workspaceId, fileOf([...lines, line(99, { sku: "", title: "Never seen" })]), REPLACE);
  expect(row).toMatchObject({ counts: { invalid: 2, removed: 1 }, error: null });
  expect(await archivedOf(workspaceId)).toEqual(["P-1"]);
  const held = await imported(workspaceId, fileOf([line(2), line(3, { sku: "" })]), REPLACE);
  expect(held.error).toMatch(/^The file lacks 9 of 11 products \(such as (?:[^ ,]+, ){4}[^ ,]+\), which would/);
  expect(held.error).toContain("titles of 1 more");
});
