import { useEffect, useState } from "react";
import { Button } from "../components/button.js";
import { Icon } from "../components/icon.js";
import { importOnDemand } from "../load-on-demand.js";
import { texts } from "../texts/first-view.js";

const words = texts.frame.palette;
const Palette = importOnDemand(() => import("./palette.js"), "Palette");
const KeysDialog = importOnDemand(() => import("./keys-dialog.js"), "KeysDialog");

/** The search button and its keys: `/` and Ctrl-K (or ⌘K) open the search, `?` shows the keys. */
export function Shortcuts() {
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = shortcutOf(event);
      // A dialog that is open keeps its keys.
      if (wanted === null || document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
      event.preventDefault();
      setOpen(wanted);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  const close = () => setOpen(null);
  return (
    <>
      <Button kind="quiet" className="search-button" aria-keyshortcuts="/ Control+K" onClick={() => setOpen("palette")}>
        <Icon name="search" />
        <span className="top-label">{words.open}</span>
        <span className="search-key" aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </Button>
      {open === "palette" && <Palette onClose={close} />}
      {open === "keys" && <KeysDialog onClose={close} />}
    </>
  );
}

/** What a key press asks for; null for none, and for characters that are typed into a field. */
function shortcutOf(event: KeyboardEvent): "palette" | "keys" | null {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return "palette";
  const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
  if (isTyping || ctrlKey || metaKey || altKey) return null;
  return key === "/" ? "palette" : key === "?" ? "keys" : null;
}
