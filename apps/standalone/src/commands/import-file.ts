import { statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Import, type ImportQuestion, importSchema } from "@skucast/contracts/imports/import";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { startFolder } from "../config.js";
import { firstErrors, saveErrors, saveRowReport } from "../import/error-lines.js";
import { IMPORT_OPTIONS, importQueryOf } from "../import/import-query.js";
import { summaryOf } from "../import/import-summary.js";
import { laterIfBusy } from "../import/later-if-busy.js";
import { createProgressBar } from "../import/progress-bar.js";
import { sendFile } from "../import/send-file.js";
import { type Command, type CommandContext, UsageError } from "./command.js";
import { type ApiAccess, withApiKey } from "./with-api-key.js";

const POLL_MS = 500;
const SHOWN_ERRORS = 10;

export const importFile: Command = {
  words: "import",
  usage:
    "import FILE [--workspace WORKSPACE_ID] [--format csv|tsv|json|jsonl|xml|xlsx] [--mapping MAPPING.json] [--fill-down COLUMNS]\n" +
    "         [--mode upsert|replace] [--missing archive|delete] [--max-removal PERCENT] [--empty-cells keep|clear]\n" +
    "         [--decimal point|comma] [--dates dmy|mdy] [--encoding NAME] [--delimiter comma|semicolon|tab|pipe]\n" +
    "         [--rows PATH] [--preset NAME|none] [--fill-down-within COLUMN] [--strict] [--validate-only]\n" +
    "         [--errors ERRORS.csv] [--corrections FILE] [--report ROWS.csv]",
  summary:
    "Import a product file into the demo workspace or another one. Ends with 0 when every row is stored, with 1 when " +
    "rows were rejected or the import failed.",
  takes: ["FILE"],
  options: [...IMPORT_OPTIONS, "mapping", "workspace", "errors", "corrections", "report"],
  flags: ["validate-only", "strict"],
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
  const mappingPath = options.mapping && resolve(startFolder(), options.mapping);
  const query = importQueryOf(path, options, flags, mappingPath);
  const bar = createProgressBar(process.stderr);
  const { baseUrl, apiKey } = access;
  const onSent = (percent: number) => bar.show(percent, "sent");
  const made = await sendFile({ baseUrl, apiKey, path, query, onSent }).finally(() => bar.clear());
  for (const line of mappingLines(made)) print(line);
  const ended = await finished(access, made, (percent, text) => bar.show(percent, text)).finally(() => bar.clear());
  print(summaryOf(ended));
  if (ended.error !== null) print(ended.error);
  if (ended.error_count > 0) {
    for (const line of await firstErrors(access, ended.id, SHOWN_ERRORS)) print(`  ${line}`);
    if (ended.error_count > SHOWN_ERRORS) print(`  … ${ended.error_count} errors in total`);
  }
  if (options.errors !== undefined) {
    await saveErrors(access, ended.id, resolve(startFolder(), options.errors));
    print(`The error file is ${options.errors}.`);
  }
  if (options.report !== undefined) {
    await saveRowReport(access, ended.id, resolve(startFolder(), options.report));
    print(`What became of each row and cell is in ${options.report}.`);
  }
  await handleCorrections(access, ended, { path: options.corrections, print });
  return ended.status === "succeeded" ? 0 : 1;
}

/** Writes the rows to correct to a file, or prints how to download them. */
async function handleCorrections(
  access: ApiAccess,
  { id, correctable_rows: count }: Import,
  { path, print }: { readonly path: string | undefined; readonly print: (line: string) => void },
): Promise<void> {
  if (count === 0) return;
  if (path === undefined) {
    print(
      `To correct ${count === 1 ? "the row" : `the ${count} rows`} with errors, import with --corrections FILE, or download ${API_BASE_PATH}/imports/${id}/errors?format=original`,
    );
    return;
  }
  await saveErrors(access, id, resolve(startFolder(), path), "original");
  print(`Correct the ${count === 1 ? "row" : `${count} rows`} in ${path}, then import it: import ${path}`);
}

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
    ...questions.map((question) => `  question: ${question.message}${answersOf(question)}`),
  ];
}

/** How to answer a question: by an option or by an entry of the mapping. */
function answersOf({ answers }: ImportQuestion): string {
  const choices = answers.map(({ options, mapping }) =>
    options === undefined
      ? JSON.stringify(mapping)
      : Object.entries(options)
          .map(([name, value]) => `--${name} ${value}`)
          .join(" "),
  );
  return choices.length === 0 ? "" : ` ${choices.join(" or ")}`;
}
