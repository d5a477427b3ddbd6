import { Content, Item, Portal, Root, Trigger } from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly onSelect: () => void;
  /** Whether it is the selected one of several alternatives. */
  readonly isCurrent?: boolean;
}

interface MenuProps {
  /** Content of the button that opens the menu. */
  readonly label: ReactNode;
  /** Accessible name of the button, if the label does not suffice. */
  readonly name?: string;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

/** A dropdown menu, usable with arrow keys and typeahead. */
export const Menu = ({ label, name, items, className = "button quiet" }: MenuProps) => (
  <Root modal={false}>
    <Trigger className={className} aria-label={name}>
      {label}
    </Trigger>
    <Portal>
      <Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
        {items.map(({ key, label: itemLabel, onSelect, isCurrent }) => (
          <Item key={key} onSelect={onSelect} aria-current={isCurrent || undefined}>
            {itemLabel}
          </Item>
        ))}
      </Content>
    </Portal>
  </Root>
);
