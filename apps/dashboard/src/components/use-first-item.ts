import { useEffect, useRef } from "react";
import type { Opening } from "./menu-button.js";

/**
 * The content of a menu that is open when it appears. If the keyboard opened it, its first item gets the focus: Radix was
 * not there yet to see the key.
 */
export function useFirstItem(opening: Opening) {
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the menu appears for the first time.
  useEffect(() => {
    if (opening === "keyboard") content.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
  }, []);
  return content;
}
