import { Content, Item, Portal, Root, Trigger } from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly onSelect: () => void;
  /** The one of several that holds now. */
  readonly isCurrent?: boolean;
}

interface MenuProps {
  /** What opens it. */
  readonly label: ReactNode;
  /** Its name, where the label alone does not say it. */
  readonly name?: string;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

/** A button with what can be chosen, by arrows and first letters too. */
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
