// Checks that files are small and named for what they do. Prints one sentence for each problem and exits 1 if there was one.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCE_LINES_MAX = 400;
const TEST_LINES_MAX = 800;
const MEDIAN_GOAL = 75;
const P90_GOAL = 230;
const EXTENSIONS = new Set([".ts", ".tsx", ".js", ".mjs", ".cjs"]);
const SKIPPED = new Set(["node_modules", "dist", "generated", ".turbo", ".skucast", "coverage"]);
const NAMELESS = new Set(["utils", "util", "helpers", "helper", "common", "misc", "shared", "lib"]);

const paths = ["apps", "packages", "scripts"].flatMap((folder) => pathsUnder(join(ROOT, folder)));
const files = paths.filter((path) => EXTENSIONS.has(extname(path))).map(measure);
const problems = [...paths.flatMap(nameProblems), ...files.flatMap(sizeProblems)];
for (const problem of problems) console.log(problem);

const sizes = files.filter(({ isTest }) => !isTest).map(({ lines }) => lines);
const testLines = files.filter(({ isTest }) => isTest).reduce((sum, { lines }) => sum + lines, 0);
console.log(
  `${sizes.length} source files: median ${quantile(sizes, 0.5)} lines (goal ${MEDIAN_GOAL}), ` +
    `90th percentile ${quantile(sizes, 0.9)} (goal ${P90_GOAL}), longest ${quantile(sizes, 1)}; ` +
    `${testLines} lines of tests for ${sizes.reduce((sum, lines) => sum + lines, 0)} of source.`,
);
if (problems.length > 0) process.exitCode = 1;

/**
 * All folders and files below `folder`, without generated ones.
 * @param {string} folder
 * @returns {string[]}
 */
function pathsUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...pathsUnder(path)] : [path];
    });
}

function measure(/** @type {string} */ path) {
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return { path: relative(ROOT, path), lines, isTest: /\.test\.tsx?$/.test(path) };
}

function nameProblems(/** @type {string} */ path) {
  const [word = ""] = basename(path).split(".");
  if (!NAMELESS.has(word)) return [];
  return [`${relative(ROOT, path)}: "${word}" says nothing about what is inside; name it for what it does.`];
}

/** @param {{ path: string, lines: number, isTest: boolean }} file */
function sizeProblems({ path, lines, isTest }) {
  const max = isTest ? TEST_LINES_MAX : SOURCE_LINES_MAX;
  if (lines <= max) return [];
  return [`${path} has ${lines} lines and may have ${max}: split it by the things that it does.`];
}

function quantile(/** @type {number[]} */ values, /** @type {number} */ share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
