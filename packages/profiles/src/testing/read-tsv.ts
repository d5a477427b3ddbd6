import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The cells of each row, including the header, as a reader sees them. */
type Table = readonly (readonly string[])[];

const TIMEOUT_MS = 240_000;
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** Readers of TSV files in other programs. Each throws an error with the Debian package if its program is missing. */
export const TSV_READERS = {
  "Python's csv module with the excel-tab dialect": (file: Buffer): Table =>
    readWithPython(file, 'csv.reader(lines, dialect="excel-tab")'),
  "Python's csv module without quoting": (file: Buffer): Table =>
    readWithPython(file, 'csv.reader(lines, delimiter="\\t", quoting=csv.QUOTE_NONE)'),
  "Python's split on tabs": (file: Buffer): Table =>
    readWithPython(file, '(line.removesuffix("\\n").split("\\t") for line in lines)'),
  "Python's csv module, which skips spaces before a cell": (file: Buffer): Table =>
    readWithPython(file, 'csv.reader(lines, dialect="excel-tab", skipinitialspace=True)'),
  "the sqlite3 shell's import in tabs mode": readWithSqlite,
} as const;

function readWithPython(file: Buffer, rows: string): Table {
  const program = [
    "import csv, io, json, sys",
    "csv.field_size_limit(2**31 - 1)",
    'lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="\\n")',
    `json.dump([row for row in ${rows}], sys.stdout)`,
  ].join("\n");
  return JSON.parse(outputOf({ program: "python3", debianPackage: "python3", args: ["-c", program], input: file }));
}

/** Imports into an existing table, so that the header is a row as well and the order is kept. */
function readWithSqlite(file: Buffer): Table {
  const folder = mkdtempSync(join(tmpdir(), "skucast-tsv-"));
  try {
    const path = join(folder, "file.tsv");
    writeFileSync(path, file);
    const width = file.toString("utf8", 0, file.indexOf("\n")).split("\t").length;
    const columns = Array.from({ length: width }, (_, i) => `c${i}`);
    const script = [
      `CREATE TABLE cells (${columns.map((column) => `${column} TEXT`).join(", ")});`,
      ".mode tabs",
      `.import ${path} cells`,
      ".mode list",
      `SELECT json_array(${columns.join(", ")}) FROM cells ORDER BY rowid;`,
    ].join("\n");
    const args = ["-bail", ":memory:"];
    const output = outputOf({ program: "sqlite3", debianPackage: "sqlite3", args, input: script });
    return output
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Reading {
  readonly program: string;
  readonly debianPackage: string;
  readonly args: readonly string[];
  readonly input: Buffer | string;
}

/** The output of a program. A warning counts as an error: a reader that warns has not read the whole file. */
function outputOf({ program, debianPackage, args, input }: Reading): string {
  const limits = { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX };
  const { error, status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8", ...limits });
  if (error && "code" in error && error.code === "ENOENT") {
    throw new Error(`${program} is missing. Install it: apt-get install ${debianPackage}`);
  }
  if (error) throw error;
  if (status !== 0 || stderr !== "") throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}
