import type { RefObject } from "react";

/** About the pixels of a row with one line, which has 46 in wide windows and 53 in narrow ones. */
export const ROW_HEIGHT = 50;
/** Rows that are in the DOM above and below the visible ones. */
export const OVERSCAN = 12;

/** The rows that are in the DOM, and the space of the others. */
export interface RowWindow {
  readonly first: number;
  /** The index after the last one. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly measureRow: (row: HTMLTableRowElement | null) => void;
}

export interface VirtualRowsProps {
  readonly count: number;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly isInCard: boolean;
  readonly onWindow: (shown: RowWindow) => void;
}
