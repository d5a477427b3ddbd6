// Checks the tables of docs/security.md: each line names tests that exist, by file and title, or says why there is none.
// Prints one line for each fault and exits 1 if there was one.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = "docs/security.md";
/** A file, by an end of its path that no other test file has, and the titles of its tests. */
const EVIDENCE = /`([^`]+\.test\.ts)`((?:,? ?"[^"]+")*)/g;
const REASON = /not tested: |not applicable|the gate "/;
const LINK = /\]\([^)]+\.md[^)]*\)/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts"], {
  cwd: ROOT,
  encoding: "utf8",
}).split("\n");
const faults = evidenceRows(readFileSync(join(ROOT, PAGE), "utf8")).flatMap(faultsOf);
for (const fault of faults) console.log(`${PAGE}:${fault}`);
if (faults.length > 0) process.exitCode = 1;

/**
 * The lines of the tables that list evidence: those between the threat model and the places of data.
 * @param {string} text
 */
function evidenceRows(text) {
  const lines = text.split("\n").map((line, i) => ({ line, number: i + 1 }));
  const from = lines.findIndex(({ line }) => line.startsWith("## OWASP"));
  const until = lines.findIndex(({ line }) => line.startsWith("## Where data is kept"));
  if (from < 0 || until < from) throw new Error(`${PAGE} has other headings than this check expects`);
  const isRow = (/** @type {string} */ line) => line.startsWith("| ") && !/^\| (?:---|Risk|Number|Chapter)/.test(line);
  return lines.slice(from, until).filter(({ line }) => isRow(line));
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
 * Whether a string literal of the file contains the title.
 * @param {string} source
 * @param {string} title
 */
function isTitleIn(source, title) {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`["\`][^"\`\\n]*${escaped}[^"\`\\n]*["\`]`).test(source);
}
