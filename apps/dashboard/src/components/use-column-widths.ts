import { useState } from "react";

export interface ColumnWidths {
  /** The width that the user chose, in pixels; undefined if they did not. */
  of(key: string): number | undefined;
  set(key: string, widthPx: number): void;
}

const STORAGE_PREFIX = "skucast-columns-";
export const COLUMN_WIDTH_PX_MIN = 56;
export const COLUMN_WIDTH_PX_MAX = 800;

/** The widths of a table's columns that the user chose, kept on this device; undefined without a name. */
export function useColumnWidths(name: string | undefined): ColumnWidths | undefined {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>(() => (name ? readWidths(name) : {}));
  if (name === undefined) return undefined;
  return {
    of: (key) => chosen[key],
    set: (key, widthPx) => {
      const width = Math.min(COLUMN_WIDTH_PX_MAX, Math.max(COLUMN_WIDTH_PX_MIN, Math.round(widthPx)));
      const next = { ...chosen, [key]: width };
      setChosen(next);
      writeWidths(name, next);
    },
  };
}

/** Storage can be blocked or contain anything; then the columns have their default widths. */
function readWidths(name: string): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(STORAGE_PREFIX + name) ?? "{}");
    const entries = Object.entries(stored ?? {}).filter(([, width]) => typeof width === "number");
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

function writeWidths(name: string, widths: Readonly<Record<string, number>>): void {
  try {
    window.localStorage.setItem(STORAGE_PREFIX + name, JSON.stringify(widths));
  } catch {
    // Without storage, the widths last as long as the page.
  }
}
