import { Readable } from "node:stream";
import type { ImportRowWithErrors } from "@skucast/db/imports/list-import-rows";
import type { FileReply } from "@skucast/http-kit/handler";
import type { FaultyRow } from "@skucast/imports/corrections/correction-format";
import { CORRECTION_FORMATS, reasonsOf } from "@skucast/imports/corrections/render-corrections";
import { decodeRow } from "@skucast/imports/corrections/row-content";
import type { ImportPlan } from "@skucast/imports/import-plan";

/** The rows of an import to correct, as a file in the format of its own, with the reasons in a column. */
export function renderCorrections(
  importId: string,
  stored: object,
  pages: AsyncIterable<readonly ImportRowWithErrors[]>,
): FileReply {
  // A source's import without a fetched file has no plan, and no rows either.
  const plan: Pick<ImportPlan, "format" | "columns" | "delimiter" | "rows"> = {
    format: "csv",
    columns: [],
    delimiter: ",",
    ...(stored as Partial<ImportPlan>),
  };
  const { contentType, extension, write } = CORRECTION_FORMATS[plan.format];
  return {
    status: 200,
    stream: Readable.from(write(plan, rowsToCorrect(pages))),
    contentType,
    fileName: `${importId}-to-correct.${extension}`,
  };
}

async function* rowsToCorrect(
  pages: AsyncIterable<readonly ImportRowWithErrors[]>,
): AsyncGenerator<readonly FaultyRow[]> {
  for await (const rows of pages)
    yield rows.map(({ content, errors }) => ({ content: decodeRow(content), reasons: reasonsOf(errors) }));
}
