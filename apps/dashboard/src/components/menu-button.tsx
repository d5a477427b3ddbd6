import { type MouseEvent, type ReactNode, useState } from "react";

/** How a menu was opened: with the keyboard, its first item gets the focus. */
export type Opening = "keyboard" | "pointer";

interface MenuButtonProps {
  /** Content of the button that opens the menu. */
  readonly label: ReactNode;
  /** Accessible name of the button, if the label does not suffice. */
  readonly name?: string | undefined;
  readonly className: string;
  /** Loads the menu, so that it is there when it is opened. */
  readonly onLikely: () => unknown;
  /** The menu with a button of its own, open. Until its code is loaded, it shows the button that it is given. */
  readonly children: (opening: Opening, button: ReactNode) => ReactNode;
}

/** The button of a menu whose code is loaded when it is about to be opened, so that the first view does not wait for it. */
export function MenuButton({ label, name, className, onLikely, children }: MenuButtonProps) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const button = (
    <button
      type="button"
      className={className}
      aria-label={name}
      aria-haspopup="menu"
      aria-expanded={false}
      data-busy={opening === null ? undefined : true}
      onPointerEnter={onLikely}
      onFocus={onLikely}
      // A click without a pointer is a key press.
      onClick={({ detail }: MouseEvent) => setOpening(detail === 0 ? "keyboard" : "pointer")}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        setOpening("keyboard");
      }}
    >
      {label}
    </button>
  );
  return opening === null ? button : children(opening, button);
}
