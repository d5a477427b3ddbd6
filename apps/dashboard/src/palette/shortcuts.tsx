import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "../components/button.js";
import { Dialog } from "../components/dialog.js";
import { texts } from "../texts/texts.js";

const words = texts.frame.palette;
const Palette = lazy(() => import("./palette.js").then((module) => ({ default: module.Palette })));

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
        {words.open}{" "}
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </Button>
      {open === "palette" && (
        <Suspense fallback={null}>
          <Palette onClose={close} />
        </Suspense>
      )}
      {open === "keys" && (
        <Dialog title={words.keysTitle} onClose={close}>
          <dl className="keys-list">
            {words.keys.map(([keys, effect]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <div className="actions">
            <Button kind="quiet" onClick={close}>
              {words.close}
            </Button>
          </div>
        </Dialog>
      )}
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
