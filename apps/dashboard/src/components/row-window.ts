import type { RefObject } from "react";

/** Pixels of a row with one line. */
export const ROW_HEIGHT = 53;
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
