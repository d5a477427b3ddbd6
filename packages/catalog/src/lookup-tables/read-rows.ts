import type { LookupRowsReplace } from "@skucast/contracts/lookup-tables/lookup-table";
import { readingCsvRows } from "@skucast/contracts/lookup-tables/read-csv";
import { validationFailed } from "@skucast/contracts/problem";
import type { Steps } from "@skucast/contracts/steps";
import type { LookupRows } from "@skucast/db/lookup-tables/set-lookup-rows";
import { inSlices } from "@skucast/service-kit/turns";
import type { Call } from "../call.js";

/**
 * Reads the rows that a request sends, in slices, since there may be 100,000. Throws validation_failed with all errors of
 * a CSV file.
 */
export const readRows = (
  { ctx, principal }: Pick<Call<unknown>, "ctx" | "principal">,
  content: LookupRowsReplace,
): Promise<LookupRows> => inSlices(readingRows(content), () => ctx.turns.next(principal.workspaceId));

/** Reading so many takes about a millisecond. */
const ROWS_PER_STEP = 1_000;

function* readingRows({ rows = {}, csv }: LookupRowsReplace): Steps<LookupRows> {
  const keys: string[] = [];
  const values: string[] = [];
  for (const [key, value] of csv === undefined ? entriesOf(rows) : yield* readingCsv(csv)) {
    keys.push(key);
    values.push(value);
    if (keys.length % ROWS_PER_STEP === 0) yield;
  }
  return { keys, values };
}

/** Without a list of all of them, which takes long for 100,000. */
function* entriesOf(rows: Readonly<Record<string, string>>): Generator<readonly [string, string]> {
  for (const key of Object.keys(rows)) yield [key, rows[key] ?? ""];
}

function* readingCsv(csv: string): Steps<Iterable<readonly [string, string]>> {
  const read = yield* readingCsvRows(csv);
  if (!read.ok) throw validationFailed([...read.faults]);
  return read.rows;
}
