import { Button } from "../components/button.js";
import { texts } from "../texts/first-view.js";
import { countText, numberText } from "../texts/format.js";
import { useDeletion } from "./deletion.js";
import { useRestore } from "./use-restore.js";

const words = texts.products.deletion;
const FAILED_SHOWN_MAX = 20;

/** Progress and result of a product deletion, shown on every page. */
export function DeletionNote() {
  const { state, dismiss } = useDeletion();
  const restore = useRestore();
  if (state === null) return null;
  const { total, done, failed, isFinished } = state;
  const deleted = countText(done - failed.length, texts.general.nouns.product);
  const tone = failed.length > 0 ? "bad" : isFinished ? "good" : "";
  return (
    <section className={`note floating ${tone}`} aria-label={words.title}>
      <p role="status">{isFinished ? words.done(deleted) : words.progress(numberText(done), numberText(total))}</p>
      {!isFinished && <progress max={total} value={done} aria-label={words.title} />}
      {failed.length > 0 && (
        <div role="alert">
          <p>{words.failed(numberText(failed.length))}</p>
          <ul>
            {failed.slice(0, FAILED_SHOWN_MAX).map(({ sku, reason }) => (
              <li key={sku}>
                {sku}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isFinished && (
        <div className="actions">
          {state.deleted.length > 0 && (
            <Button
              kind="quiet"
              data-route="batchRestoreProducts"
              onClick={() => {
                dismiss();
                void restore(state.deleted);
              }}
            >
              {texts.products.restoration.undo}
            </Button>
          )}
          <Button kind="quiet" onClick={dismiss}>
            {texts.general.dismiss}
          </Button>
        </div>
      )}
    </section>
  );
}
