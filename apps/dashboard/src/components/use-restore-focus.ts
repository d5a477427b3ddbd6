import { useState } from "react";

/**
 * Restores the focus when a dialog closes: to the element that had it before, to the button of the menu that opened the
 * dialog, or to the page's content if that element is gone. Radix does this only for dialogs with a trigger of their
 * own.
 */
export function useRestoreFocus(): (event: Event) => void {
  const [opener] = useState(findOpener);
  return (event) => {
    event.preventDefault();
    // Another dialog or page that followed has already taken the focus.
    if (document.activeElement !== document.body) return;
    const target = opener?.isConnected ? opener : document.getElementById("content");
    target?.focus();
  };
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const menuButton = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  if (menuButton) return document.getElementById(menuButton);
  return focused instanceof HTMLElement ? focused : null;
}
