import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { api, type ResponseOf } from "../../api/client.js";
import { retryWhenRateLimited } from "../../api/retry-when-rate-limited.js";
import { csvText } from "../../download/csv-text.js";
import { saveFile } from "../../download/save-file.js";
import type { ProductFilter } from "./filter-names.js";

/** Maximum number of products in a file that is made in the browser. */
export const EXPORTED_MAX = 50_000;

interface ViewFile {
  readonly fileName: string;
  readonly filter: ProductFilter;
  /** They become the columns. */
  readonly fields: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the number of products after each page. */
  readonly onFound: (count: number) => void;
}

/** Saves the products of a view as a CSV file. Returns their number, and whether there are more than a file may have. */
export async function saveViewFile({ fileName, filter, fields, signal, onFound }: ViewFile) {
  const rows: unknown[][] = [[...fields]];
  let cursor: string | null = null;
  do {
    const query = { ...filter, fields: fields.join(), limit: PAGE_SIZE_MAX, ...(cursor !== null && { cursor }) };
    const page: ResponseOf<"listProducts"> = await retryWhenRateLimited(() =>
      api.call("listProducts", { query, signal }),
    );
    for (const product of page.data) {
      const stored: Readonly<Record<string, unknown>> = product;
      rows.push(fields.map((field) => stored[field]));
    }
    cursor = page.next_cursor;
    onFound(rows.length - 1);
  } while (cursor !== null && rows.length <= EXPORTED_MAX);
  const shown = rows.slice(0, EXPORTED_MAX + 1);
  saveFile(fileName, csvText(shown), "text/csv");
  return { count: shown.length - 1, isCut: cursor !== null || shown.length < rows.length };
}
