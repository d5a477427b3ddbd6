// Finds words for people in the dashboard's components: they belong in apps/dashboard/src/texts, in every language. Prints
// one line for each and exits 1 if there was one.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMPONENTS = ["apps/dashboard/src/*.tsx", ":!apps/dashboard/src/design"];
/** Attributes whose value people read or hear. */
const READ_ATTRIBUTES = new Set([
  "title",
  "alt",
  "label",
  "lead",
  "placeholder",
  "hint",
  "aria-label",
  "aria-valuetext",
]);
const WORD = /\p{Letter}{2,}/u;

const files = execFileSync("git", ["ls-files", "--", ...COMPONENTS], { cwd: ROOT, encoding: "utf8" });
const hits = files.split("\n").filter(Boolean).flatMap(wordsIn);
for (const hit of hits) console.log(hit);
if (hits.length > 0) process.exitCode = 1;

/**
 * @param {string} file
 * @returns {string[]}
 */
function wordsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  /** @param {import("typescript").Node} node */
  const visit = (node) => {
    const text = readTextOf(node);
    if (text !== undefined && WORD.test(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}: ${JSON.stringify(text.trim())} belongs in the texts of all languages`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The literal text that a node shows to people, if any.
 * @param {import("typescript").Node} node
 * @returns {string | undefined}
 */
function readTextOf(node) {
  if (ts.isJsxText(node)) return node.text.replaceAll(/&\w+;/g, " ");
  const isChild = ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent);
  if (isChild && node.expression !== undefined) return literalOf(node.expression);
  if (!ts.isJsxAttribute(node) || !READ_ATTRIBUTES.has(node.name.getText()) || node.initializer === undefined) {
    return undefined;
  }
  const { initializer } = node;
  const value = ts.isJsxExpression(initializer) ? initializer.expression : initializer;
  return value === undefined ? undefined : literalOf(value);
}

/**
 * The words of a string, or of a template between its values.
 * @param {import("typescript").Node} node
 * @returns {string | undefined}
 */
function literalOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isConditionalExpression(node)) {
    return [literalOf(node.whenTrue), literalOf(node.whenFalse)].filter(Boolean).join(" ") || undefined;
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(" ");
}
