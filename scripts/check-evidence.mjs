// Checks the tables of docs/security.md: each line names tests that exist, by file and title, or says why there is none, every
// requirement of ASVS has a line, and so has every table of the database that is not of one workspace. Prints one line for
// each fault and exits 1 if there was one.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = "docs/security.md";
/** A file, by an end of its path that no other test file has, and the titles of its tests. */
const EVIDENCE = /`([^`]+\.test\.ts)`((?:,? ?"[^"]+")*)/g;
const REASON = /not tested: |not applicable|not stopped: |the gate "/;
const LINK = /\]\([^)]+\.md[^)]*\)/;
const HEADING = /^\| (?:---|Who {2}|Risk|Number|Chapter)/;
/** The last requirement of level 1 or 2 in each section of the chapters of the table (ASVS 5.0.0). None is left out before it. */
const ASVS = `4.1.3 4.2.1 4.3.2 4.4.4 6.1.3 6.2.12 6.3.4 6.4.4 6.5.5 6.6.3 6.8.4 7.1.3 7.2.4 7.3.2 7.4.5 7.5.2 7.6.2
  8.1.2 8.2.3 8.3.1 8.4.1 9.1.3 9.2.4 10.1.2 10.2.2 10.3.4 10.4.11 10.5.5 10.6.2 10.7.3
  11.1.2 11.2.3 11.3.3 11.4.4 11.5.1 11.6.1`.split(/\s+/);

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts"], {
  cwd: ROOT,
  encoding: "utf8",
}).split("\n");
const page = readFileSync(join(ROOT, PAGE), "utf8");
const rows = evidenceRows(page);
const faults = [...rows.flatMap(faultsOf), ...missingRequirements(rows), ...missingTables(page)];
for (const fault of faults) console.log(`${PAGE}:${fault}`);
if (faults.length > 0) process.exitCode = 1;

/**
 * The lines of the tables that list evidence: those before the keys.
 * @param {string} text
 */
function evidenceRows(text) {
  const lines = text.split("\n").map((line, i) => ({ line, number: i + 1 }));
  const until = lines.findIndex(({ line }) => line.startsWith("## Keys and algorithms"));
  if (until < 0) throw new Error(`${PAGE} has other headings than this check expects`);
  return lines.slice(0, until).filter(({ line }) => line.startsWith("| ") && !HEADING.test(line));
}

/**
 * @param {{ line: string, number: number }} row
 * @returns {string[]}
 */
function faultsOf({ line, number }) {
  const named = [...line.matchAll(EVIDENCE)];
  if (named.length === 0) {
    return REASON.test(line) || LINK.test(line) ? [] : [`${number}: names no test, and no reason why there is none`];
  }
  return named.flatMap(([, path = "", titles = ""]) => {
    const [file, ...others] = files.filter((each) => each === path || each.endsWith(`/${path}`));
    if (file === undefined) return [`${number}: there is no test file ${path}`];
    if (others.length > 0) return [`${number}: ${path} is the end of several paths: ${[file, ...others].join(", ")}`];
    const source = readFileSync(join(ROOT, file), "utf8");
    const wanted = [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title);
    if (wanted.length === 0) return [`${number}: names no title of a test in ${path}`];
    return wanted
      .filter((title) => !isTitleIn(source, title))
      .map((title) => `${number}: ${path} has no test "${title}"`);
  });
}

/**
 * Whether a string literal of the file is the title: of a test, or of a line in the table of one.
 * @param {string} source
 * @param {string} title
 */
function isTitleIn(source, title) {
  return ['"', "`"].some((quote) => source.includes(quote + title + quote));
}

/**
 * The requirements of ASVS that no line has.
 * @param {{ line: string }[]} rows
 */
function missingRequirements(rows) {
  const present = new Set(rows.flatMap(({ line }) => requirementsOf(line)));
  return ASVS.flatMap((last) => requirementsOf(`| ${last.replace(/\d+$/, "1")}–${last} |`))
    .filter((requirement) => !present.has(requirement))
    .map((requirement) => ` there is no line for ASVS ${requirement}`);
}

/**
 * The requirements of a line, such as `6.2.1, 6.2.9` or `9.1.1–9.1.3`.
 * @param {string} line
 */
function requirementsOf(line) {
  const [, numbers = ""] = /^\| ([\d., –]+) \|/.exec(line) ?? [];
  return numbers.split(", ").flatMap((range) => {
    const [from = "", to = from] = range.split("–");
    const section = from.slice(0, from.lastIndexOf(".") + 1);
    const [first, last] = [from, to].map((each) => Number(each.slice(section.length)));
    return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, i) => section + ((first ?? 0) + i));
  });
}

/**
 * The tables that no line about the places of data names. Those with a workspace have one line, because the deletion of a
 * workspace deletes their rows.
 * @param {string} text
 */
function missingTables(text) {
  const [, places] = text.split("## Where data is kept");
  if (places === undefined) throw new Error(`${PAGE} has other headings than this check expects`);
  const schema = readFileSync(join(ROOT, "packages/db/sql/expected-schema.txt"), "utf8");
  const columns = [...schema.matchAll(/^column ([a-z]\w*)\.(\w+) /gm)].map(([, table = "", column]) => ({
    table,
    column,
  }));
  const ofWorkspaces = new Set(columns.filter(({ column }) => column === "workspace_id").map(({ table }) => table));
  return [...new Set(columns.map(({ table }) => table))]
    .filter((table) => !ofWorkspaces.has(table) && !places.includes(`\`${table}\``))
    .map((table) => ` the places of data do not name the table ${table}`);
}
