import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const FOLDER = import.meta.dirname;
const COMPONENTS = join(FOLDER, "../components");
/** Parts of others, and components that need a session or the router. */
const NOT_SHOWN = [
  "access-denied",
  "column-head",
  "confirm-action",
  "edit-delete-buttons",
  "form-dialog",
  "issue-columns",
  "issue-sentence",
  "list-page",
  "menu-button",
  "open-choice-menu",
  "open-menu",
  "page",
  "page-error",
  "save-bar",
  "virtual-rows",
];

test("the gallery shows every component", () => {
  const gallery = readFileSync(join(FOLDER, "gallery.tsx"), "utf8");
  const names = readdirSync(COMPONENTS).flatMap((file) =>
    file.endsWith(".tsx") ? [file.slice(0, -".tsx".length)] : [],
  );
  const missing = names.filter((name) => !gallery.includes(`/components/${name}.js`));
  expect(missing.sort()).toEqual(NOT_SHOWN);
});

test("the tokens are all colors of the style sheet", () => {
  const styles = readFileSync(join(FOLDER, "../styles/colors.css"), "utf8");
  const defined = [...styles.matchAll(/^ {2}--([a-z-]+):/gm)].map(([, name]) => name);
  const tokens = readFileSync(join(FOLDER, "tokens.tsx"), "utf8");
  expect(defined.length).toBeGreaterThan(10);
  expect(defined.filter((name) => !tokens.includes(`"${name}"`))).toEqual([]);
});
