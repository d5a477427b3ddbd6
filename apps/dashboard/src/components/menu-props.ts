import type { ReactNode } from "react";

interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly onSelect: () => void;
  /** Whether it is the selected one of several alternatives. */
  readonly isCurrent?: boolean;
}

export interface MenuProps {
  /** Content of the button that opens the menu. */
  readonly label: ReactNode;
  /** Accessible name of the button, if the label does not suffice. */
  readonly name?: string;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

export interface ChoiceMenuProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}
