import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { IMPORT_PRESET_NAMES } from "@skucast/contracts/imports/presets";

const HOW_TO = new URL("../../../../docs/how-to/", import.meta.url);

test.each(Object.keys(IMPORT_PRESET_NAMES))("%s has a how-to page, which the page about files links", (preset) => {
  const [page = ""] = [`import-from-${preset}.md`, `import-a-${preset}-feed.md`, `import-an-${preset}-feed.md`].filter(
    (name) => existsSync(new URL(name, HOW_TO)),
  );
  expect(page).not.toBe("");
  expect(readFileSync(new URL("load-a-product-file.md", HOW_TO), "utf8")).toContain(`(${page})`);
});
