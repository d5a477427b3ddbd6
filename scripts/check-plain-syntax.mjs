// Finds syntax whose only effect is that the formatter saves lines: a spread of a literal, several declarations in one
// statement, and the comma operator. Prints one line for each and exits 1 if there was one. Arguments limit it to paths;
// --fix writes the plain form of what can be replaced where it stands (run `npm run format` after it).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const EXTENSIONS = ["*.ts", "*.tsx", "*.mjs", "*.js", "*.cjs"];

const args = process.argv.slice(2);
const isFixing = args.includes("--fix");
const paths = args.filter((arg) => arg !== "--fix").map((path) => path.replace(/^\.\//, "").replace(/\/$/, ""));
const isChosen = (/** @type {string} */ file) =>
  paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`));
const files = execFileSync("git", ["ls-files", "--", ...EXTENSIONS], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && isChosen(file));
if (isFixing) files.forEach(fix);
const hits = files.flatMap(hitsIn);
for (const hit of hits) console.log(hit);
if (hits.length > 0) process.exitCode = 1;

/** @typedef {import("typescript").Node} Node */

/**
 * @param {string} file
 * @returns {string[]}
 */
function hitsIn(file) {
  const source = parse(file);
  /** @type {string[]} */
  const found = [];
  /** @param {Node} node */
  const visit = (node) => {
    const problem = problemOf(node);
    if (problem !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}: ${problem}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {string} file */
function parse(file) {
  return ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true);
}

/**
 * What is wrong with a node, if anything.
 * @param {Node} node
 * @returns {string | undefined}
 */
function problemOf(node) {
  const literal = spreadLiteralOf(node);
  if (literal !== undefined) {
    return ts.isArrayLiteralExpression(literal)
      ? "spread of an array literal: write its elements"
      : "spread of an object literal: write its properties";
  }
  if (pairsOf(node) !== undefined) return "several declarations in one statement: write one statement for each";
  if (ts.isVariableDeclarationList(node) && node.declarations.length > 1 && !ts.isForStatement(node.parent)) {
    return "several declarations in one statement: write one statement for each";
  }
  const isComma = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken;
  if (isComma && !isInForHead(node)) return "comma operator: write one statement for each";
  return undefined;
}

/**
 * The literal that a node spreads: `...{ a, b }`, `...[a, b]`.
 * @param {Node} node
 */
function spreadLiteralOf(node) {
  if (!(ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node))) return undefined;
  const value = withoutWrappers(node.expression);
  return ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value) ? value : undefined;
}

/**
 * The names and values of `const [a, b] = [x, y]`.
 * @param {Node} node
 */
function pairsOf(node) {
  if (!ts.isVariableStatement(node) || node.declarationList.declarations.length !== 1) return undefined;
  const [declaration] = node.declarationList.declarations;
  if (!declaration?.initializer || !ts.isArrayBindingPattern(declaration.name)) return undefined;
  const values = withoutWrappers(declaration.initializer);
  const names = declaration.name.elements;
  if (!ts.isArrayLiteralExpression(values) || values.elements.some(ts.isSpreadElement)) return undefined;
  if (values.elements.length !== names.length) return undefined;
  if (!names.every((name) => ts.isBindingElement(name) && !name.initializer && !name.dotDotDotToken)) return undefined;
  return names.map((name, index) => ({ name, value: values.elements[index] }));
}

/**
 * The expression within parentheses, `as` and `satisfies`.
 * @param {import("typescript").Expression} expression
 * @returns {import("typescript").Expression}
 */
function withoutWrappers(expression) {
  const isWrapper =
    ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression);
  return isWrapper ? withoutWrappers(expression.expression) : expression;
}

/** @param {Node} node */
function isInForHead(node) {
  const { parent } = node;
  return ts.isForStatement(parent) && parent.statement !== node;
}

/**
 * Replaces one node after another, since a replacement may hold the next.
 * @param {string} file
 */
function fix(file) {
  for (let edit = firstEdit(parse(file)); edit; edit = firstEdit(parse(file))) {
    const text = readFileSync(join(ROOT, file), "utf8");
    writeFileSync(join(ROOT, file), text.slice(0, edit.start) + edit.text + text.slice(edit.end));
  }
}

/**
 * @param {import("typescript").SourceFile} source
 * @returns {{ start: number, end: number, text: string } | undefined}
 */
function firstEdit(source) {
  /**
   * @param {Node} node
   * @returns {{ start: number, end: number, text: string } | undefined}
   */
  const editOf = (node) => {
    const start = node.getStart(source);
    const literal = ts.isJsxSpreadAttribute(node) ? undefined : spreadLiteralOf(node);
    if (literal !== undefined) {
      const inner = literal.getText(source).slice(1, -1).trim().replace(/,$/, "");
      const isLast = inner !== "" || !source.text.slice(node.end).startsWith(",");
      return { start, end: isLast ? node.end : node.end + 1, text: inner };
    }
    const pairs = pairsOf(node);
    if (pairs !== undefined && ts.isVariableStatement(node) && !/\/[/*]/.test(node.getText(source))) {
      const keyword = node.declarationList.getFirstToken(source)?.getText(source);
      const prefix = node.modifiers?.map((modifier) => `${modifier.getText(source)} `).join("") ?? "";
      const lines = pairs.map(
        ({ name, value }) => `${prefix}${keyword} ${name.getText(source)} = ${value?.getText(source)};`,
      );
      return { start, end: node.end, text: lines.join("\n") };
    }
    return ts.forEachChild(node, editOf);
  };
  return editOf(source);
}
