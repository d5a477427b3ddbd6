import { Link } from "@tanstack/react-router";
import { useRead } from "../../api/use-read.js";
import { Button } from "../../parts/button.js";
import { countText, percentText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { isOpen } from "../imports/import-status.js";

const words = texts.products.bulk.followed;
const FOLLOW_MS = 1_000;
const productsText = (count: number): string => countText(count, texts.general.nouns.product);

interface FollowedChangeProps {
  readonly importId: string;
  readonly onClose: () => void;
}

/** How far a change of many products is, and what it came to; its import tells all of it. */
export function FollowedChange({ importId, onClose }: FollowedChangeProps) {
  const sent = { params: { import_id: importId } };
  const known = useRead("getImport", sent);
  const isUnderWay = known.data === undefined || isOpen(known.data.status);
  const { data } = useRead("getImport", sent, { everyMs: isUnderWay && FOLLOW_MS });
  if (data === undefined) return null;
  const { progress, counts, error } = data;
  const isBad = error !== null || counts.invalid > 0;
  const tone = isBad ? "bad" : isUnderWay ? "" : "good";
  return (
    <section className={`note afloat ${tone}`} aria-label={words.title}>
      <p role="status">
        {isUnderWay ? words.progress(percentText(progress.percent / 100)) : words.done(productsText(counts.updated))}{" "}
        {!isUnderWay && counts.unchanged > 0 && words.had(productsText(counts.unchanged))}
      </p>
      {isUnderWay && <progress max={100} value={progress.percent} aria-label={words.title} />}
      {error !== null && <p role="alert">{error}</p>}
      {counts.invalid > 0 && <p role="alert">{words.refused(productsText(counts.invalid))}</p>}
      <p className="actions">
        <Link to="/imports/$importId" params={{ importId }}>
          {isBad ? words.toRefused : words.toImport}
        </Link>
        {!isUnderWay && (
          <Button kind="quiet" onClick={onClose}>
            {texts.general.dismiss}
          </Button>
        )}
      </p>
    </section>
  );
}
