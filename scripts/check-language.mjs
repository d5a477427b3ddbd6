// npm run lint:language: the spelling and the banned words of everything people read. Paths limit it to some of the
// files; --summary counts per package and word instead of listing each line.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BANNED, EXCEPTIONS } from "./language/banned-words.mjs";
import { NODE, ROOT } from "./prepare.mjs";

const CHECKED = ["ts", "tsx", "mjs", "sql", "prisma", "md", "yml", "yaml", "tpl", "html"].map((type) => `*.${type}`);
/** Not ours to write, or written by a program from sources that are checked. */
const UNCHECKED = [
  "pnpm-lock.yaml",
  "packages/db/prisma/former-migrations", // their checksums count
  // The dashboard in other languages
  "apps/dashboard/src/texts/de",
  "apps/dashboard/src/texts/fr",
  "apps/dashboard/src/texts/es",
  "apps/dashboard/src/texts/ja",
  "apps/dashboard/src/texts/pseudo",
  // Words of shops in other languages
  "packages/imports/src/values/availability-words.ts",
  "packages/imports/src/columns/buyer-columns.ts",
  // Pages and mails in other languages
  ...["de", "fr", "es", "ja"].map((language) => `apps/auth-server/src/texts/${language}`),
  ...["importer/src/texts", "sftp-exporter/src/notices/texts", "webhook-dispatcher/src/texts"].flatMap((folder) =>
    ["german", "french", "spanish", "japanese"].map((language) => `apps/${folder}/${language}.ts`),
  ),
  "packages/mail/src/open-labels.ts",
  "infra/schema",
  "packages/testkit/acp/openapi.feed.yaml",
  "docs/reference/api-changelog.md",
  "docs/reference/audit-actions.md",
  "docs/reference/benchmarks.md",
  "docs/reference/catalog-peers.md",
  "docs/reference/channels",
  "docs/reference/env.md",
  "docs/reference/errors.md",
  "docs/reference/events.md",
  "docs/reference/faults.md",
  "docs/reference/growth.md",
  "docs/reference/limits.md",
  "docs/reference/mcp.md",
  "docs/reference/metrics.md",
  "docs/reference/other-tools.md",
  "docs/reference/profiles.md",
];
const CACHE = join(ROOT, "node_modules/.cache/skucast-language");
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

const args = process.argv.slice(2);
const isSummary = args.includes("--summary");
const paths = args.filter((arg) => !arg.startsWith("--"));
const files = checkedFiles();
const hits = [...findBanned(), ...findMisspelled()];
report();
process.exitCode = hits.length > 0 ? 1 : 0;

function checkedFiles() {
  const patterns = [...CHECKED, ...UNCHECKED.map((path) => `:!${path}`)];
  const output = execFileSync("git", ["ls-files", "--", ...patterns], { cwd: ROOT, encoding: "utf8" });
  const listed = output.split("\n").filter((file) => existsSync(join(ROOT, file)) && file !== "");
  return paths.length === 0 ? listed : listed.filter((file) => paths.some((path) => file.startsWith(path)));
}

/**
 * @typedef {object} Hit
 * @property {string} file
 * @property {number} line From 1; 0 is the file's name.
 * @property {string} word
 * @property {string} advice
 */

/** @returns {Hit[]} */
function findBanned() {
  const any = new RegExp(`\\b(?:${BANNED.flatMap(({ words }) => words).join("|")})\\b`, "gi");
  const rules = BANNED.map((rule) => ({ ...rule, whole: new RegExp(`^(?:${rule.words.join("|")})$`, "i") }));
  return files.flatMap((file) => {
    const text = `${file}\n${readFileSync(join(ROOT, file), "utf8")}`;
    const lines = text.split("\n");
    // One expression over the whole file: most files contain none, and this costs a tenth of a search for each word.
    return [...wordsOf(text).matchAll(any)].flatMap(({ 0: found, index }) => {
      const word = found.toLowerCase();
      const line = wordsOf(text).slice(0, index).split("\n").length - 1;
      const rule = rules.find(({ whole }) => whole.test(word));
      if (rule?.unless?.test(lines[line] ?? "") || isExcepted(file, word)) return [];
      return [{ file, line, word, advice: `write: ${rule?.instead}` }];
    });
  });
}

/**
 * The text with identifiers split: `openFeedHouse` and `FEED_HOUSE` contain the word house. Names on the wire stay.
 * @param {string} text
 */
function wordsOf(text) {
  return text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").replaceAll(/(?<=[A-Z])_(?=[A-Z])/g, " ");
}

/**
 * @param {string} file
 * @param {string} word
 */
function isExcepted(file, word) {
  return EXCEPTIONS.some(({ path, words }) => file.startsWith(path) && (words.includes("*") || words.includes(word)));
}

/** @returns {Hit[]} */
function findMisspelled() {
  mkdirSync(CACHE, { recursive: true });
  const list = join(CACHE, "files.txt");
  writeFileSync(list, files.map((file) => join(ROOT, file)).join("\n"));
  const { stdout, stderr, error } = spawnSync(
    NODE,
    [
      join(ROOT, "node_modules/cspell/bin.mjs"),
      "lint",
      "--config",
      join(ROOT, "scripts/language/cspell.yaml"),
      "--file-list",
      list,
      "--cache",
      "--cache-strategy",
      "content",
      "--cache-location",
      join(CACHE, "spelling"),
      "--relative",
      "--no-progress",
      "--no-summary",
      "--no-color",
      "--no-must-find-files",
    ],
    { cwd: ROOT, encoding: "utf8", maxBuffer: OUTPUT_MAX_BYTES },
  );
  if (error) throw error;
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line.trim() !== "");
  return lines.map((text) => {
    const found = /^(.+?):(\d+):\d+ - (?:Unknown|Forbidden) word \((.+?)\)/.exec(text);
    if (found === null) throw new Error(`cspell: ${text}`);
    const [, file = "", line, word = ""] = found;
    return {
      file,
      line: Number(line),
      word,
      advice: "spelling; a name from outside goes to scripts/language/words.txt",
    };
  });
}

function report() {
  if (isSummary) return reportSummary();
  for (const { file, line, word, advice } of hits) {
    console.log(`${file}${line === 0 ? " (its name)" : `:${line}`}: "${word}" (${advice})`);
  }
  if (hits.length > 0)
    console.log(`\n${hits.length} words to change in ${new Set(hits.map(({ file }) => file)).size} files`);
}

function reportSummary() {
  for (const [folder, found] of grouped(hits, ({ file }) => folderOf(file))) {
    const words = grouped(found, ({ word }) => word.toLowerCase());
    console.log(`${folder}: ${found.length} (${words.map(([word, { length }]) => `${word} ${length}`).join(", ")})`);
  }
}

/** @param {string} file */
function folderOf(file) {
  return file
    .split("/")
    .slice(0, /^(apps|packages)\//.test(file) ? 2 : 1)
    .join("/");
}

/**
 * The items by key, the longest group first.
 * @param {readonly Hit[]} items
 * @param {(item: Hit) => string} keyOf
 */
function grouped(items, keyOf) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}
