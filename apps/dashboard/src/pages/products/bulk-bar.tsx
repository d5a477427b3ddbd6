import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.js";
import { useNotice } from "../../components/notices.js";
import { useDeletion } from "../../deletion/deletion.js";
import { problemText } from "../../service-messages/problem-text.js";
import { useCan, useIsRestricted } from "../../session/use-can.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ChangeProducts } from "./change-products.js";
import { collectSkus, SELECTED_MAX } from "./collect-skus.js";
import { DeleteProducts } from "./delete-products.js";
import type { ProductFilter } from "./filter-names.js";
import { IncludeInChannel } from "./include-in-channel.js";
import type { Selection } from "./use-selection.js";

const words = texts.productPages.bulk;

interface BulkBarProps {
  readonly selection: Selection;
  readonly filter: ProductFilter;
  /** Whether more products match than are selected. */
  readonly hasMore: boolean;
  readonly onChange: (importId: string) => void;
}

/** The number of selected products, and the actions on all of them. */
export function BulkBar({ selection, filter, hasMore, onChange }: BulkBarProps) {
  const [open, setOpen] = useState<"change" | "channel" | "remove" | null>(null);
  const { found, collect, stop } = useCollecting(filter, selection.select);
  // A channel's selection decides what restricted members see, so they cannot change it.
  const canUpdate = useCan("updateChannel");
  const isRestricted = useIsRestricted();
  const canPublish = canUpdate && !isRestricted;
  const { state: deletion } = useDeletion();
  const skus = [...selection.selected];
  const products = countText(skus.length, texts.general.nouns.product);
  const count = words.chosen(products);
  const close = () => setOpen(null);
  const finish = () => {
    close();
    selection.clear();
  };
  return (
    <section className="bar" aria-label={count}>
      <strong role="status">{found === null ? count : words.collecting(numberText(found))}</strong>
      {found !== null && (
        <Button kind="quiet" onClick={stop}>
          {words.stop}
        </Button>
      )}
      {found === null && (
        <>
          {hasMore && skus.length < SELECTED_MAX && (
            <Button kind="quiet" onClick={collect}>
              {words.chooseAll}
            </Button>
          )}
          <Button kind="quiet" onClick={() => setOpen("change")}>
            {words.change}
          </Button>
          {canPublish && (
            <Button kind="quiet" onClick={() => setOpen("channel")}>
              {words.channel.open}
            </Button>
          )}
          <Button kind="danger" disabled={deletion?.isFinished === false} onClick={() => setOpen("remove")}>
            {words.remove(products)}
          </Button>
          <Button kind="quiet" onClick={selection.clear}>
            {words.clear}
          </Button>
        </>
      )}
      {skus.length >= SELECTED_MAX && <span className="soft">{words.tooMany(numberText(SELECTED_MAX))}</span>}
      {open === "change" && (
        <ChangeProducts
          skus={skus}
          onClose={close}
          onStarted={(importId) => {
            onChange(importId);
            finish();
          }}
        />
      )}
      {open === "channel" && <IncludeInChannel skus={skus} onDone={finish} onClose={close} />}
      {open === "remove" && <DeleteProducts skus={skus} onStarted={finish} onClose={close} />}
    </section>
  );
}

/** Selects all matching products, page by page. It can be stopped, and stops when the page is left. */
function useCollecting(filter: ProductFilter, select: (skus: readonly string[]) => void) {
  const [found, setFound] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const notify = useNotice();
  useEffect(() => () => controller.current?.abort(), []);
  const collect = async () => {
    const collecting = new AbortController();
    controller.current = collecting;
    setFound(0);
    try {
      select(await collectSkus({ filter, onFound: setFound, signal: collecting.signal }));
    } catch (error) {
      if (!collecting.signal.aborted) notify(problemText(error));
    } finally {
      setFound(null);
    }
  };
  return {
    /** The number of products found so far; null when it is not running. */
    found,
    collect: () => void collect(),
    stop: () => controller.current?.abort(),
  };
}
