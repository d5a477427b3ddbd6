// Checks where SQL statements are: which packages contain any, and which tables each package may write. STYLE.md has the
// rule. Prints one sentence for each violation and exits with 1 if there is one.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MIGRATIONS = "packages/db/prisma/migrations";

/**
 * Packages whose sources contain SQL, each with the tables that its statements write. packages/db may write all tables.
 * @type {Record<string, readonly string[]>}
 */
const WRITES = {
  "packages/events": ["bus_messages", "events", "inbox", "outbox", "waiting_events"],
  // What Prisma cannot express. Verbs use Prisma otherwise.
  "packages/catalog": ["webhook_endpoints"],
  "apps/feed-server": ["pull_credentials", "sftp_host_keys"],
  "apps/importer": ["imports", "sources"],
  "apps/sftp-exporter": ["destination_slots", "destinations", "feeds", "run_issues", "runs", "sent_products"],
  // Reads only: `skucast doctor`.
  "apps/standalone": [],
  "apps/webhook-dispatcher": [
    "deliveries",
    "delivery_attempts",
    "dispatchers",
    "inbox",
    "incidents",
    "notices",
    "sent_events",
    "sweeps",
    "waiting_events",
    "webhook_endpoints",
    "webhook_recoveries",
  ],
};

const tables = new Set(
  filesIn(MIGRATIONS, /\.sql$/).flatMap((path) =>
    [...read(path).matchAll(/^CREATE TABLE (\w+) \(/gm)].map(([, table]) => table ?? ""),
  ),
);
const packages = ["apps", "packages"].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
);
const violations = packages.filter((name) => name !== "packages/db").flatMap(findViolations);
for (const violation of violations) console.log(violation);
console.log(`${tables.size} tables; SQL in packages/db, ${Object.keys(WRITES).join(", ")}.`);
if (violations.length > 0) process.exitCode = 1;

/**
 * @param {string} name Package or app.
 * @returns {string[]} One line for each statement in the wrong place.
 */
function findViolations(name) {
  const sources = filesIn(`${name}/src`, /\.ts$/).filter((path) => !/\.test\.ts$|\/testing\//.test(path));
  return sources.flatMap((path) => {
    const text = read(path);
    const written = tablesAfter(text, /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g);
    const named = [...written, ...tablesAfter(text, /\b(?:FROM|JOIN)\s+(\w+)/g)];
    if (named.length > 0 && WRITES[name] === undefined) {
      return [`${path}: ${name} contains no SQL. Call a function of packages/db instead of using ${named[0]}.`];
    }
    return written
      .filter((table) => !WRITES[name]?.includes(table))
      .map((table) => `${path}: ${name} does not write ${table}. Move the statement to packages/db.`);
  });
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @returns {string[]} Tables that the pattern captures.
 */
function tablesAfter(text, pattern) {
  return [...new Set([...text.matchAll(pattern)].map(([, table]) => table ?? "").filter((table) => tables.has(table)))];
}

/**
 * @param {string} folder
 * @param {RegExp} pattern
 */
function filesIn(folder, pattern) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(ROOT, path), "utf8");
}
