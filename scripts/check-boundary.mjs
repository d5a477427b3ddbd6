// Checks that no statement of the sources names tables of both sides: home tables (people, sessions, OAuth) and tenant
// tables (packages/db/placement/tables.json, ADR 0085). The crossings that exist are in
// packages/db/placement/source-crossings.txt, and so are the advisory locks, which lock within one database only. Exits 1
// for one that is not listed, and for a listed one that is gone.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** @typedef {import("typescript").Node} Node */
/** @typedef {{ source: import("typescript").SourceFile, declarations: Map<string, Node>, imports: Map<string, string> }} Module */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLACEMENT = "packages/db/placement";
const LIST = `${PLACEMENT}/source-crossings.txt`;
const STATEMENT = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/;
const LOCK = /pg_(?:try_)?advisory/;
const NAMED = /\b(?:FROM|JOIN|INTO|UPDATE|USING|ONLY)\s+(?:public\.)?(\w+)/g;

const SPLIT = `Use two statements, each with tables of one side (${PLACEMENT}/tables.json), and no transaction for both.`;
const LOCK_ROWS = "Lock a row instead, such as the one of the workspace (FOR NO KEY UPDATE).";

/** @type {readonly { side: string, tables: readonly string[] }[]} */
const groups = JSON.parse(read(`${PLACEMENT}/tables.json`));
const sides = new Map(groups.flatMap(({ side, tables }) => tables.map((table) => [table, side])));
const models = new Map(
  [...read("packages/db/prisma/schema.prisma").matchAll(/^model (\w)(\w*) \{[^}]*@@map\("(\w+)"\)/gm)].map(
    ([, first = "", rest = "", table = ""]) => [`${first.toLowerCase()}${rest}`, table],
  ),
);
const functions = tablesOfFunctions();
/** @type {Map<string, Module>} */
const modules = new Map();

const sources = tracked("apps/*/src/*.ts", "packages/*/src/*.ts").filter(
  (path) => !/\.test\.ts$|\/testing\/|\/generated\/|^packages\/testkit\//.test(path),
);
const found = [...new Set(sources.flatMap((path) => [...statementCrossings(path), ...fileCrossings(path)]))].sort();
const listed = read(LIST)
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const isLock = (/** @type {string} */ line) => line.startsWith("lock ");
for (const line of found.filter((each) => !listed.includes(each))) {
  console.log(`New: ${line}\n  ${isLock(line) ? LOCK_ROWS : SPLIT}`);
  process.exitCode = 1;
}
for (const line of listed.filter((each) => !found.includes(each))) {
  console.log(`Gone: ${line}\n  Remove the line from ${LIST}.`);
  process.exitCode = 1;
}
const count = (/** @type {string} */ kind) => found.filter((line) => line.startsWith(`${kind} `)).length;
console.log(
  `${count("statement")} statements and ${count("file")} files name tables of both sides; ${count("lock")} advisory locks.`,
);

/**
 * Statements that name tables of both sides, or take an advisory lock, with the function or constant that contains them.
 * @param {string} path
 */
function statementCrossings(path) {
  const { source } = moduleOf(path);
  /** @type {string[]} */
  const lines = [];
  /** @param {Node} node @param {string} owner */
  const visit = (node, owner) => {
    if (!isText(node)) {
      const name = nameOf(node) ?? owner;
      ts.forEachChild(node, (child) => visit(child, name));
      return;
    }
    const text = textOf(node, path, new Set());
    if (LOCK.test(node.getText(source))) lines.push(`lock ${path} ${owner}`);
    const crossing = STATEMENT.test(text) ? describe(tablesIn(text)) : undefined;
    if (crossing !== undefined) lines.push(`statement ${path} ${owner}: ${crossing}`);
  };
  visit(source, "module");
  return lines;
}

/**
 * A file whose statements, taken together, name tables of both sides: they may be in one transaction. Lists its home
 * tables only, so that a statement with another tenant table is not a new crossing.
 * @param {string} path
 */
function fileCrossings(path) {
  const { source } = moduleOf(path);
  const tables = new Set(
    [...source.text.matchAll(/\.(\w+)\s*\.(?:find|create|update|upsert|delete|count|aggregate|groupBy)\w*\(/g)].flatMap(
      ([, model = ""]) => models.get(model) ?? [],
    ),
  );
  /** @param {Node} node */
  const visit = (node) => {
    const text = isText(node) ? textOf(node, path, new Set()) : "";
    if (STATEMENT.test(text)) for (const table of tablesIn(text)) tables.add(table);
    if (!isText(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  const crossing = describe(tables);
  return crossing === undefined ? [] : [`file ${path}: ${crossing.replace(/,.*/, "")}`];
}

/**
 * The text of a literal, with that of the constants and functions it contains.
 * @param {Node} node
 * @param {string} path
 * @param {Set<Node>} seen
 * @returns {string}
 */
function textOf(node, path, seen) {
  if (seen.has(node)) return "";
  seen.add(node);
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return node.text;
  if (ts.isIdentifier(node)) return textOfName(node.text, path, seen);
  /** @type {string[]} */
  const parts = [];
  ts.forEachChild(node, (child) => void parts.push(textOf(child, path, seen)));
  return parts.join(" ");
}

/**
 * The text of what a name stands for, in this file or in the one that it is imported from.
 * @param {string} name
 * @param {string} path
 * @param {Set<Node>} seen
 * @returns {string}
 */
function textOfName(name, path, seen) {
  const { declarations, imports } = moduleOf(path);
  const from = declarations.has(name) ? path : imports.get(name);
  const declaration = from === undefined ? undefined : moduleOf(from).declarations.get(name);
  if (from === undefined || declaration === undefined || !isWhollyText(declaration)) return "";
  return textOf(declaration, from, seen);
}

/**
 * Names the tables of both sides. Undefined if they are of one.
 * @param {ReadonlySet<string>} tables
 */
function describe(tables) {
  const of = (/** @type {string} */ side) =>
    [...tables]
      .filter((table) => sides.get(table) === side)
      .sort()
      .join(" ");
  return of("home") !== "" && of("tenant") !== "" ? `home ${of("home")}, tenant ${of("tenant")}` : undefined;
}

/** @param {string} text */
function tablesIn(text) {
  const named = [...text.matchAll(NAMED)].map(([, name = ""]) => name).filter((name) => sides.has(name));
  const called = [...text.matchAll(/\b(\w+)\(/g)].flatMap(([, name = ""]) => [...(functions.get(name) ?? [])]);
  return new Set([...named, ...called]);
}

/** The tables that each SQL function names, itself or through functions that it calls. */
function tablesOfFunctions() {
  const bodies = new Map(
    tracked("packages/db/sql/*.sql").map((path) => [
      /(\w+)\.sql$/.exec(path)?.[1] ?? "",
      /AS \$\$(.*?)\$\$/s.exec(read(path).replaceAll(/--[^\n]*/g, ""))?.[1] ?? "",
    ]),
  );
  /** @param {string} name @param {Set<string>} seen @returns {string[]} */
  const tablesOf = (name, seen) => {
    const body = bodies.get(name);
    if (body === undefined || seen.has(name)) return [];
    seen.add(name);
    const own = [...body.matchAll(NAMED)].map(([, table = ""]) => table).filter((table) => sides.has(table));
    return [...own, ...[...body.matchAll(/\b(\w+)\(/g)].flatMap(([, called = ""]) => tablesOf(called, seen))];
  };
  return new Map([...bodies.keys()].map((name) => [name, new Set(tablesOf(name, new Set()))]));
}

/**
 * @param {string} path
 * @returns {Module}
 */
function moduleOf(path) {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(
    path,
    existsSync(join(ROOT, path)) ? read(path) : "",
    ts.ScriptTarget.Latest,
    true,
  );
  /** @type {Module} */
  const created = { source, declarations: new Map(), imports: new Map() };
  modules.set(path, created);
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) created.declarations.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer) created.declarations.set(name.text, initializer);
      }
    }
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = fileOf(statement.moduleSpecifier.text, path);
      const bindings = statement.importClause?.namedBindings;
      if (bindings && ts.isNamedImports(bindings)) {
        for (const { name } of bindings.elements) created.imports.set(name.text, from);
      }
    }
  }
  return created;
}

/**
 * The file that an import names.
 * @param {string} specifier
 * @param {string} importer
 */
function fileOf(specifier, importer) {
  const [, name, rest] = /^@skucast\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  return name === undefined
    ? join(dirname(importer), specifier.replace(/\.js$/, ".ts"))
    : `packages/${name}/src/${rest}.ts`;
}

/**
 * Whether a constant is a text, or a function that only returns one. An object of which a text reads a property contains
 * other texts as well.
 * @param {Node} node
 */
function isWhollyText(node) {
  return (
    !ts.isObjectLiteralExpression(node) &&
    !ts.isFunctionDeclaration(node) &&
    !(ts.isArrowFunction(node) && ts.isBlock(node.body))
  );
}

/** @param {Node} node */
function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/**
 * The name of a declaration on the top level of a file.
 * @param {Node} node
 */
function nameOf(node) {
  const isDeclaration =
    ts.isFunctionDeclaration(node) || (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name));
  const isTopLevel = ts.isSourceFile(node.parent?.parent?.parent ?? node) || ts.isSourceFile(node.parent ?? node);
  return isDeclaration && isTopLevel ? node.name?.getText() : undefined;
}

/** @param {string[]} patterns */
function tracked(...patterns) {
  return execFileSync("git", ["ls-files", "--", ...patterns], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(ROOT, path), "utf8");
}
