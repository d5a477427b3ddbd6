import { Link } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { countText, percentText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { UndoImport } from "../../undo/undo-import.js";
import { isInProgress } from "../imports/import-status.js";

const words = texts.productPages.bulk.followed;
const FOLLOW_MS = 1_000;
const productsText = (count: number): string => countText(count, texts.general.nouns.product);

interface BulkChangeProgressProps {
  readonly importId: string;
  readonly onClose: () => void;
}

/** Progress and result of a bulk change. Its import has the details. */
export function BulkChangeProgress({ importId, onClose }: BulkChangeProgressProps) {
  const sent = { params: { import_id: importId } };
  const known = useApiQuery("getImport", sent);
  const isRunning = known.data === undefined || isInProgress(known.data.status);
  const { data } = useApiQuery("getImport", sent, { intervalMs: isRunning && FOLLOW_MS });
  if (data === undefined) return null;
  const { progress, counts, error } = data;
  const isBad = error !== null || counts.invalid > 0;
  const tone = isBad ? "bad" : isRunning ? "" : "good";
  return (
    <section className={`note floating ${tone}`} aria-label={words.title}>
      <p role="status">
        {isRunning ? words.progress(percentText(progress.percent / 100)) : words.done(productsText(counts.updated))}{" "}
        {!isRunning && counts.unchanged > 0 && words.had(productsText(counts.unchanged))}
      </p>
      {isRunning && <progress max={100} value={progress.percent} aria-label={words.title} />}
      {error !== null && <p role="alert">{error}</p>}
      {counts.invalid > 0 && <p role="alert">{words.refused(productsText(counts.invalid))}</p>}
      <p className="actions">
        <Link to="/imports/$importId" params={{ importId }}>
          {isBad ? words.toRefused : words.toImport}
        </Link>
        {!isRunning && counts.updated > 0 && (
          <UndoImport importId={importId} updated={counts.updated} onUndone={onClose} />
        )}
        {!isRunning && (
          <Button kind="quiet" onClick={onClose}>
            {texts.general.dismiss}
          </Button>
        )}
      </p>
    </section>
  );
}
