// The table of docs/reference/faults.md: a run replaces the rows of its tests and keeps the others.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FILE = fileURLToPath(new URL("../docs/reference/faults.md", import.meta.url));

const HEAD = `# Fault tests

Faults that were caused on purpose, and their effects. \`npm run faults -- NAME\` runs one test (\`all\` runs all, \`--list\`
shows the names) with the built apps as processes, on a separate PostgreSQL and RabbitMQ, and replaces its row here.
Sizes fit a small machine; conditions are not scaled. Three ledgers are compared: what the API confirmed to clients,
what PostgreSQL committed, and what receivers got. \`npm run release:check\` runs R1. A row ends with the machine, the time it took, the date, and the
commit that ran; rows from before the date was recorded have none.

- **I1** No event is lost: every endpoint that subscribes to a committed event has answered it with 2xx, or its delivery
  has visibly failed.
- **I2** Nothing arrives that was not committed.
- **I3** Every request has the bytes with which its event was committed.
- **I4** Every request verifies with the official library.
- **I5** Endpoints with ordered delivery accept no older state of an object after a newer one.
- **I6** Nothing reaches another workspace.
- **I7** No attempt is made before its time or beyond the schedule.

| Name | Fault | Result | Measured |
| ---- | ----- | ------ | ----------------- |
`;

/** Replaces one row. The commit is the one that ran, by default that of the working tree. */
export function writeReport({ name, title, conditions, seconds, commit = commitOfTree() }) {
  const lines = conditions.map(lineOf).join("<br>");
  const date = new Date().toISOString().slice(0, 10);
  const where = `${cpus().length} cores, ${seconds.toFixed(0)} s, ${date}, ${commit}`;
  const rows = readRows();
  rows.set(name, `| ${name} | ${title} | ${resultOf(conditions)} | ${lines}<br>(${where}) |`);
  const sorted = [...rows].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  writeFileSync(FILE, `${HEAD}${sorted.map(([, row]) => row).join("\n")}\n`);
}

function commitOfTree() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: dirname(FILE), encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--untracked-files=no", "--", ROOT, `:!${FILE}`) !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
}

function resultOf(conditions) {
  if (conditions.length === 0 || conditions.some(({ isMet }) => !isMet)) return "**does not hold**";
  return conditions.some(({ isSkipped }) => isSkipped) ? "holds, **not all tested**" : "holds";
}

function lineOf({ sentence, isMet, isSkipped }) {
  if (isSkipped) return `**not tested:** ${sentence}`;
  return isMet ? sentence : `**not met:** ${sentence}`;
}

function readRows() {
  const lines = existsSync(FILE) ? readFileSync(FILE, "utf8").split("\n") : [];
  return new Map(lines.flatMap((line) => (/^\| [A-Z]\d+ /.test(line) ? [[line.split(" ")[1], line]] : [])));
}
