import { PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { type BulkResult, deleteProducts, setStatus } from "./bulk-acts.js";

const words = texts.products.bulk;
const productsText = (count: number): string => countText(count, "product", "products");

interface BulkBarProps {
  readonly skus: readonly string[];
  readonly onDone: () => void;
}

/** What can be done with the chosen products at once, how far it is, and which of them could not be changed. */
export function BulkBar({ skus, onDone }: BulkBarProps) {
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState<BulkResult["failed"]>([]);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const [tell, client] = [useNotice(), useQueryClient()];
  const run = async (act: typeof deleteProducts, told: (count: string) => string) => {
    setAsksToDelete(false);
    setFailed([]);
    setDone(0);
    const result = await act(skus, setDone);
    await client.invalidateQueries();
    setDone(null);
    setFailed(result.failed);
    if (result.changed > 0) tell(told(productsText(result.changed)));
    if (result.failed.length === 0) onDone();
  };
  return (
    <section className="bar" aria-label={words.chosen(productsText(skus.length))}>
      <strong>{words.chosen(productsText(skus.length))}</strong>
      {done === null ? (
        <>
          {PRODUCT_STATUSES.map((status) => (
            <Button
              key={status}
              kind="quiet"
              onClick={() => void run((chosen, onStep) => setStatus(chosen, status, onStep), words.done)}
            >
              {words.status(texts.products.statuses[status])}
            </Button>
          ))}
          <Button kind="danger" onClick={() => setAsksToDelete(true)}>
            {words.remove}
          </Button>
          <Button kind="quiet" onClick={onDone}>
            {words.clear}
          </Button>
        </>
      ) : (
        <>
          <progress max={skus.length} value={done} aria-label={words.doing} />
          <span role="status">{words.progress(numberText(done), numberText(skus.length))}</span>
        </>
      )}
      {failed.length > 0 && (
        <div className="note bad" role="alert">
          <p>{words.failed(productsText(failed.length))}</p>
          <ul>
            {failed.map(({ sku, reason }) => (
              <li key={sku}>
                {sku}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {asksToDelete && (
        <ConfirmDialog
          title={words.removeTitle(productsText(skus.length))}
          effect={<p>{words.removeEffect}</p>}
          act={words.removeAct}
          isBusy={false}
          error={null}
          onConfirm={() => void run(deleteProducts, words.removed)}
          onClose={() => setAsksToDelete(false)}
        />
      )}
    </section>
  );
}
