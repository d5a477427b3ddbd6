import { Content, Item, Portal, Root, Trigger } from "@radix-ui/react-dropdown-menu";
import type { Opening } from "./menu-button.js";
import type { MenuProps } from "./menu-props.js";
import { useFirstItem } from "./use-first-item.js";

/** A menu that is open at first, with its button. */
export function OpenMenu({ label, name, items, className, opening }: MenuProps & { readonly opening: Opening }) {
  const content = useFirstItem(opening);
  return (
    <Root modal={false} defaultOpen>
      <Trigger className={className} aria-label={name}>
        {label}
      </Trigger>
      {/* Inside the main part of the page, where screen readers look for its content. */}
      <Portal container={document.querySelector("main")}>
        <Content ref={content} className="menu" align="end" sideOffset={4} collisionPadding={8}>
          {items.map(({ key, label: itemLabel, onSelect, isCurrent }) => (
            <Item key={key} onSelect={onSelect} aria-current={isCurrent || undefined}>
              {itemLabel}
            </Item>
          ))}
        </Content>
      </Portal>
    </Root>
  );
}
