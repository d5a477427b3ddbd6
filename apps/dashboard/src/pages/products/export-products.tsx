import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { useEffect, useRef, useState } from "react";
import { api, type ResponseOf } from "../../api/client.js";
import { retryWhenRateLimited } from "../../api/retry-when-rate-limited.js";
import { Button } from "../../components/button.js";
import { useNotice } from "../../components/notices.js";
import { csvText } from "../../download/csv-text.js";
import { saveFile } from "../../download/save-file.js";
import { problemText } from "../../service-messages/problem-text.js";
import { texts } from "../../texts/first-view.js";
import { countText, numberText } from "../../texts/format.js";
import type { ProductFilter } from "./product-filters.js";

const { exported: words } = texts.products;
/** Maximum number of products in a file that is made in the browser. */
const EXPORTED_MAX = 50_000;

interface ExportProductsProps {
  readonly filter: ProductFilter;
  /** The fields of the shown columns, which become the columns of the file. */
  readonly fields: readonly string[];
}

/** Saves the products of the current view as a CSV file, whose columns can be imported again. */
export function ExportProducts({ filter, fields }: ExportProductsProps) {
  const [found, setFound] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const notify = useNotice();
  useEffect(() => () => controller.current?.abort(), []);
  const save = async () => {
    const exporting = new AbortController();
    controller.current = exporting;
    setFound(0);
    try {
      const rows: unknown[][] = [[...fields]];
      let cursor: string | null = null;
      do {
        const query = {
          ...filter,
          fields: fields.join(),
          limit: PAGE_SIZE_MAX,
          ...(cursor !== null && { cursor }),
        };
        const { signal } = exporting;
        const page: ResponseOf<"listProducts"> = await retryWhenRateLimited(() =>
          api.call("listProducts", { query, signal }),
        );
        for (const product of page.data) {
          const stored: Readonly<Record<string, unknown>> = product;
          rows.push(fields.map((field) => stored[field]));
        }
        cursor = page.next_cursor;
        setFound(rows.length - 1);
      } while (cursor !== null && rows.length <= EXPORTED_MAX);
      const shown = rows.slice(0, EXPORTED_MAX + 1);
      saveFile(words.fileName, csvText(shown), "text/csv");
      notify(words.done(countText(shown.length - 1, texts.general.nouns.product)));
      if (cursor !== null || shown.length < rows.length) notify(words.tooMany(numberText(EXPORTED_MAX)));
    } catch (error) {
      if (!exporting.signal.aborted) notify(problemText(error));
    } finally {
      setFound(null);
    }
  };
  if (found === null) {
    return (
      <Button kind="quiet" onClick={() => void save()}>
        {words.open}
      </Button>
    );
  }
  return (
    <>
      <span role="status">{words.progress(numberText(found))}</span>
      <Button kind="quiet" onClick={() => controller.current?.abort()}>
        {words.stop}
      </Button>
    </>
  );
}
