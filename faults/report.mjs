// The table of docs/reference/faults.md: a run renews the rows of what it ran and leaves the others.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../docs/reference/faults.md", import.meta.url));

const HEAD = `# Faults

What was done to the house on purpose, and what it cost. \`npm run faults -- NAME\` runs one (\`all\` runs all) on a real
PostgreSQL and RabbitMQ of its own with the built apps as processes, and renews its row here. Sizes are those of a small
machine; conditions are not scaled. Three ledgers are compared: what clients of the API were told, what PostgreSQL
committed, and what receivers got.

- **I1** nothing is lost: every committed event was answered with 2xx by every endpoint that wants it, or its delivery
  ended visibly.
- **I2** no ghosts: nothing arrived that was not committed.
- **I3** what arrives has the bytes that its event was committed with, each time.
- **I4** every request verifies with the official library.
- **I5** in-order endpoints take no older state of an object after a newer one.
- **I6** nothing reaches another workspace.
- **I7** no attempt is beyond the schedule or before its time.

| Name | Fault | Result | What was measured |
| ---- | ----- | ------ | ----------------- |
`;

/** Renews one row. */
export function writeReport({ name, title, conditions, seconds }) {
  const told = conditions.map(tell).join("<br>");
  const where = `${cpus().length} cores, ${seconds.toFixed(0)} s`;
  const rows = readRows();
  rows.set(name, `| ${name} | ${title} | ${resultOf(conditions)} | ${told}<br>(${where}) |`);
  const sorted = [...rows].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  writeFileSync(FILE, `${HEAD}${sorted.map(([, row]) => row).join("\n")}\n`);
}

function resultOf(conditions) {
  if (conditions.length === 0 || conditions.some(({ isMet }) => !isMet)) return "**does not hold**";
  return conditions.some(({ isSkipped }) => isSkipped) ? "holds, **not all tried**" : "holds";
}

function tell({ sentence, isMet, isSkipped }) {
  if (isSkipped) return `**not tried:** ${sentence}`;
  return isMet ? sentence : `**not met:** ${sentence}`;
}

function readRows() {
  const lines = existsSync(FILE) ? readFileSync(FILE, "utf8").split("\n") : [];
  return new Map(lines.flatMap((line) => (/^\| [A-Z]\d+ /.test(line) ? [[line.split(" ")[1], line]] : [])));
}
