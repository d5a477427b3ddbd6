import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Import, importSchema } from "@skucast/contracts/imports/import";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { startFolder } from "../config.js";
import { firstErrors, saveErrors, saveRowReport } from "../import/error-lines.js";
import { IMPORT_OPTIONS, importQueryOf, type MappingText } from "../import/import-query.js";
import { summaryOf } from "../import/import-summary.js";
import { laterIfBusy } from "../import/later-if-busy.js";
import { previewFile, previewLines } from "../import/preview-file.js";
import { createProgressBar } from "../import/progress-bar.js";
import { questionLines } from "../import/question-lines.js";
import { sendFile } from "../import/send-file.js";
import { type Command, type CommandContext, UsageError } from "./command.js";
import { type ApiAccess, withApiKey } from "./with-api-key.js";

const POLL_MS = 500;
const SHOWN_ERRORS = 10;

export const importFile: Command = {
  words: "import",
  usage:
    "import FILE [--workspace WORKSPACE_ID] [--format csv|tsv|json|jsonl|xml|xlsx] [--mapping MAPPING.json|'{…}'] [--fill-down COLUMNS]\n" +
    "         [--mode upsert|replace] [--missing archive|delete] [--max-removal PERCENT] [--empty-cells keep|clear]\n" +
    "         [--decimal point|comma] [--dates dmy|mdy] [--encoding NAME] [--delimiter comma|semicolon|tab|pipe|SIGN]\n" +
    "         [--rows PATH] [--sheet NAME] [--preset NAME|none] [--fill-down-within COLUMN] [--combine KIND=COLUMN,…] [--strict] [--validate-only]\n" +
    "         [--preview] [--errors ERRORS.csv] [--corrections FILE] [--report ROWS.csv]",
  summary:
    "Import a product file into the demo workspace or another one. Ends with 0 when every row is stored, with 1 when " +
    "rows were rejected or the import failed. --preview shows how its beginning would be imported, and changes nothing.",
  takes: ["FILE"],
  options: [...IMPORT_OPTIONS, "mapping", "workspace", "errors", "corrections", "report"],
  flags: ["validate-only", "strict", "preview"],
  run: (ctx) => {
    const [file] = ctx.args;
    if (file === undefined) throw new UsageError("Name one file: import FILE");
    const path = resolve(startFolder(), file);
    assertIsFile(path);
    return withApiKey(ctx, (access) => importPath(ctx, access, path));
  },
};

function assertIsFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new UsageError(`${path} is a folder. Name a file.`);
}

async function importPath({ options, flags, print }: CommandContext, access: ApiAccess, path: string): Promise<number> {
  const query = importQueryOf(path, options, flags, mappingTextOf(options.mapping));
  if (flags.has("preview")) {
    const preview = await previewFile({ ...access, path, query });
    for (const line of previewLines(preview)) print(line);
    return preview.checked.invalid === 0 ? 0 : 1;
  }
  const bar = createProgressBar(process.stderr);
  const { baseUrl, apiKey } = access;
  const onSent = (percent: number) => bar.show(percent, "sent");
  const made = await sendFile({ baseUrl, apiKey, path, query, onSent }).finally(() => bar.clear());
  for (const line of mappingLines(made)) print(line);
  const ended = await finished(access, made, (percent, text) => bar.show(percent, text)).finally(() => bar.clear());
  print(summaryOf(ended));
  if (ended.error !== null) print(ended.error);
  for (const line of await errorLines(access, ended)) print(`  ${line}`);
  if (options.errors !== undefined) {
    await saveErrors(access, ended.id, resolve(startFolder(), options.errors));
    print(`The error file is ${options.errors}.`);
  }
  if (options.report !== undefined) {
    await saveRowReport(access, ended.id, resolve(startFolder(), options.report));
    print(`What became of each row and cell is in ${options.report}.`);
  }
  await handleCorrections(access, ended, { options, flags, print });
  return ended.status === "succeeded" ? 0 : 1;
}

/** A JSON object, or the content of a file with it. */
function mappingTextOf(given: string | undefined): MappingText | undefined {
  if (given === undefined) return undefined;
  if (given.trimStart().startsWith("{")) return { name: "--mapping", text: given };
  const path = resolve(startFolder(), given);
  try {
    return { name: path, text: readFileSync(path, "utf8") };
  } catch (error) {
    throw new UsageError(`${path} is not a mapping: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The errors one by one, or by kind if there are more. */
async function errorLines(
  access: ApiAccess,
  { id, error_count: count, error_groups: groups = [] }: Import,
): Promise<string[]> {
  if (count === 0) return [];
  if (count <= SHOWN_ERRORS || groups.length === 0) return firstErrors(access, id, SHOWN_ERRORS);
  const lines = groups
    .slice(0, SHOWN_ERRORS)
    .map(({ count: rows, severity, pointer, message, first_line: line, values }) => {
      const kind = severity === "warning" ? "warning: " : "";
      const shown = values.length === 0 ? "" : ` (${values.join(", ")})`;
      return `${rows} × ${kind}${[pointer, message].filter(Boolean).join(" ")}${shown}, first on line ${line}`;
    });
  return [...lines, `${count} errors and warnings in total`];
}

/** Writes the rows to correct to a file, or prints how to download them. */
async function handleCorrections(
  access: ApiAccess,
  { id, correctable_rows: count }: Import,
  { options, flags, print }: Pick<CommandContext, "options" | "flags" | "print">,
): Promise<void> {
  if (count === 0) return;
  const path = options.corrections;
  if (path === undefined) {
    print(
      `To correct ${count === 1 ? "the row" : `the ${count} rows`} with errors, import with --corrections FILE, or download ${API_BASE_PATH}/imports/${id}/errors?format=original`,
    );
    return;
  }
  await saveErrors(access, id, resolve(startFolder(), path), "original");
  print(
    `Correct the ${count === 1 ? "row" : `${count} rows`} in ${path}, then import it: ${correctionCommand(path, options, flags)}`,
  );
}

/** The command for a file of rows to correct, which has the columns of the first one but is UTF-8, with commas or tabs. */
function correctionCommand(path: string, options: CommandContext["options"], flags: CommandContext["flags"]): string {
  const kept = Object.entries(options).filter(([name]) => !OF_FIRST_FILE.has(name));
  return [
    `import ${quotedWord(path)}`,
    ...kept.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quotedWord(value)}`])),
    ...(flags.has("strict") ? ["--strict"] : []),
  ].join(" ");
}

/** Options that do not apply to the rows to correct: they are few, and another file. */
const OF_FIRST_FILE: ReadonlySet<string> = new Set([
  "errors",
  "corrections",
  "report",
  "mode",
  "missing",
  "max-removal",
  "encoding",
  "sheet",
]);

/** A word of a shell, in quotes if it needs them. */
const quotedWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

async function finished(
  { api }: ApiAccess,
  { id }: Import,
  show: (percent: number, text: string) => void,
): Promise<Import> {
  for (;;) {
    const present = await api.call("GET", `/imports/${id}`).then(importSchema.parse, laterIfBusy);
    if (present?.finished_at) return present;
    if (present) show(present.progress.percent, `${present.status}, ${present.counts.received} rows`);
    await pause(POLL_MS);
  }
}

function mappingLines({ id, format, columns, questions = [] }: Import): string[] {
  const ignored = columns.filter(({ fields }) => fields.length === 0).map(({ name }) => name);
  const mapped = columns.filter(({ fields }) => fields.length > 0);
  return [
    `Import ${id} (${format}) continues on the server if you stop this command:`,
    ...mapped.map(({ name, fields }) => `  ${name} → ${fields.join(", ")}`),
    ...(ignored.length > 0 ? [`  ignored: ${ignored.join(", ")}`] : []),
    ...questionLines(questions),
  ];
}
