import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { texts } from "../texts/first-view.js";
import { DIRECTION } from "../texts/language.js";
import type { ColumnSort } from "./column-sort.js";
import { COLUMN_WIDTH_PX_MAX, COLUMN_WIDTH_PX_MIN } from "./use-column-widths.js";

interface ColumnHeadProps {
  readonly title: string;
  readonly sort?: ColumnSort | undefined;
  /** Undefined while the column takes the remaining space. */
  readonly widthPx: number | undefined;
  readonly onWidth: (widthPx: number) => void;
}

const KEY_STEP_PX = 16;
/** In which direction a column becomes wider. */
const OUTWARD = DIRECTION === "rtl" ? -1 : 1;

/**
 * The title of a column, which sorts by it if it can be sorted, and a handle that changes its width, by dragging or
 * with the arrow keys.
 */
export function ColumnHead({ title, sort, widthPx, onWidth }: ColumnHeadProps) {
  const handle = useRef<HTMLSpanElement>(null);
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const currentWidth = () => handle.current?.closest("th")?.getBoundingClientRect().width ?? COLUMN_WIDTH_PX_MIN;
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      handle.current?.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, width: currentWidth() };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current) onWidth(start.current.width + OUTWARD * (event.clientX - start.current.x));
    },
    onPointerUp: () => {
      start.current = null;
    },
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") onWidth(currentWidth() - OUTWARD * KEY_STEP_PX);
    if (key === "ArrowRight") onWidth(currentWidth() + OUTWARD * KEY_STEP_PX);
  };
  return (
    <>
      {sort ? (
        <button type="button" className="sort" data-direction={sort.direction ?? undefined} onClick={sort.onSort}>
          {title}
        </button>
      ) : (
        title
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a horizontal rule cannot be moved. */}
      <span
        ref={handle}
        className="column-handle"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={texts.general.columnWidth(title)}
        aria-valuemin={COLUMN_WIDTH_PX_MIN}
        aria-valuemax={COLUMN_WIDTH_PX_MAX}
        aria-valuenow={widthPx ?? COLUMN_WIDTH_PX_MAX}
        aria-valuetext={widthPx === undefined ? texts.general.restOfWidth : texts.general.pixels(widthPx)}
        onKeyDown={onKeyDown}
        {...drag}
      />
    </>
  );
}
