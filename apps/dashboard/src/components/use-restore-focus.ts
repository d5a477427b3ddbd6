import { useState } from "react";

/**
 * Gives the focus back when a dialog closes: to what had it before, to the button of the menu that was chosen from, or to
 * the place when that is gone. Radix does it for dialogs that have a trigger of their own alone.
 */
export function useRestoreFocus(): (event: Event) => void {
  const [opener] = useState(openerNow);
  return (event) => {
    event.preventDefault();
    // What follows the dialog, such as another one or another place, has taken the focus already.
    if (document.activeElement !== document.body) return;
    const target = opener?.isConnected ? opener : document.getElementById("content");
    target?.focus();
  };
}

function openerNow(): HTMLElement | null {
  const focused = document.activeElement;
  const menuButton = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  if (menuButton) return document.getElementById(menuButton);
  return focused instanceof HTMLElement ? focused : null;
}
