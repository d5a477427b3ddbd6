import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ResponseOf } from "../api/client.js";
import { retryWhenRateLimited } from "../api/retry-when-rate-limited.js";
import { useNotice } from "../components/notices.js";
import { problemText } from "../service-messages/problem-text.js";
import { countText } from "../texts/format.js";
import { texts } from "../texts/texts.js";

const words = texts.imports.undo;
const productsText = (count: number): string => countText(count, texts.general.nouns.product);

/** Undoes the updates of an import, and says how many products have their former values. */
export function useUndoImport() {
  const client = useQueryClient();
  const notify = useNotice();
  const [isBusy, setIsBusy] = useState(false);
  const undo = async (importId: string): Promise<void> => {
    setIsBusy(true);
    let undone = 0;
    let kept = 0;
    const failures: string[] = [];
    try {
      let cursor: string | null = null;
      do {
        const body: { cursor?: string } = cursor === null ? {} : { cursor };
        const page: ResponseOf<"undoImport"> = await retryWhenRateLimited(() =>
          api.call("undoImport", { params: { import_id: importId }, body }),
        );
        undone += page.undone;
        kept += page.changed_since;
        failures.push(...page.failed.map(({ detail }) => detail));
        cursor = page.next_cursor;
      } while (cursor !== null);
    } catch (error) {
      failures.push(problemText(error));
    } finally {
      setIsBusy(false);
    }
    await client.invalidateQueries();
    notify([words.done(productsText(undone)), kept > 0 && words.kept(productsText(kept))].filter(Boolean).join(" "));
    const [reason] = failures;
    if (reason !== undefined) notify(words.failed(productsText(failures.length), reason));
  };
  return { undo, isBusy };
}
