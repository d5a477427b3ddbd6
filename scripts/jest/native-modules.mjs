// Lets Node.js itself load the tests and the sources they import, each module once per worker.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url).href;
const GLOBALS = new URL("jest-globals.mjs", import.meta.url).href;
const SOURCE_CONDITION = "skucast-source";

/**
 * In modules of this repository: workspace packages resolve to their sources, `./x.js` to `./x.ts` where that is the
 * source, and `@jest/globals` to those of this worker. Node.js strips the types, which keeps every line and column.
 * The query that `queryOf` returns is added to their URLs: with another query, Node.js loads them again.
 * @param {() => string} queryOf
 */
export function loadSourcesNatively(queryOf) {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context;
      if (!isOurs(parentURL)) return nextResolve(specifier, context);
      if (specifier === "@jest/globals") return { url: GLOBALS, shortCircuit: true };
      const conditions = [...context.conditions, SOURCE_CONDITION];
      const found = nextResolve(sourceOf(specifier, parentURL), { ...context, conditions });
      return isOurs(found.url) ? { ...found, url: found.url + queryOf() } : found;
    },
  });
}

const isOurs = (/** @type {string | undefined} */ url) => url?.startsWith(ROOT) && !url.includes("/node_modules/");

function sourceOf(/** @type {string} */ specifier, /** @type {string | undefined} */ parentURL) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return specifier;
  const source = new URL(specifier.replace(/\.js$/, ".ts"), parentURL).href;
  return existsSync(fileURLToPath(source)) ? source : specifier;
}
