import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { OVERSCAN, ROW_HEIGHT, type VirtualRowsProps } from "./row-window.js";

/** Tells a table which of its rows are visible, now and after each scroll. It shows nothing itself. */
export const VirtualRows = (props: VirtualRowsProps) =>
  props.isInCard ? <RowsOfCard {...props} /> : <RowsOfPage {...props} />;

function RowsOfCard({ count, frame, onWindow }: VirtualRowsProps) {
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getScrollElement: () => frame.current,
  });
  useReportWindow({ virtualizer, scrollMargin: 0, onWindow });
  return null;
}

function RowsOfPage({ count, body, onWindow }: VirtualRowsProps) {
  const scrollMargin = useDocumentTop(body);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin,
  });
  useReportWindow({ virtualizer, scrollMargin, onWindow });
  return null;
}

interface ReportedWindow extends Pick<VirtualRowsProps, "onWindow"> {
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLTableRowElement> | Virtualizer<Window, HTMLTableRowElement>;
  readonly scrollMargin: number;
}

/** Reports before the browser paints, so that no frame shows the former rows. */
function useReportWindow({ virtualizer, scrollMargin, onWindow }: ReportedWindow): void {
  const visible = virtualizer.getVirtualItems();
  const first = visible[0];
  const last = visible.at(-1);
  const start = first?.index ?? 0;
  const end = (last?.index ?? -1) + 1;
  const before = (first?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin);
  const measureRow = virtualizer.measureElement;
  // Until the height of the frame is known, no row counts as visible. The first rows stay meanwhile.
  const isKnown = last !== undefined || virtualizer.options.count === 0;
  useLayoutEffect(() => {
    if (isKnown) onWindow({ first: start, end, before, after, measureRow });
  }, [isKnown, start, end, before, after, measureRow, onWindow]);
}

/** Distance of an element from the top of the document. It follows what is above the element as that loads and grows. */
function useDocumentTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  const measure = useRef(() => {
    const shown = element.current;
    if (shown) setTop(Math.round(shown.getBoundingClientRect().top + window.scrollY));
  }).current;
  // Each scroll renders the rows again, so a change that the observer cannot see is noticed then.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [measure]);
  return top;
}
