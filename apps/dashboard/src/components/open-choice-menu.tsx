import { CheckboxItem, Content, Portal, Root, Trigger } from "@radix-ui/react-dropdown-menu";
import type { Opening } from "./menu-button.js";
import type { ChoiceMenuProps } from "./menu-props.js";
import { useFirstItem } from "./use-first-item.js";

/** A menu of choices that is open at first, with its button. */
export function OpenChoiceMenu(props: ChoiceMenuProps & { readonly opening: Opening }) {
  const { label, choices, chosen, onChosen, opening } = props;
  const content = useFirstItem(opening);
  return (
    <Root modal={false} defaultOpen>
      <Trigger className="button quiet">{label}</Trigger>
      {/* Inside the main part of the page, where screen readers look for its content. */}
      <Portal container={document.querySelector("main")}>
        <Content ref={content} className="menu" align="end" sideOffset={4} collisionPadding={8}>
          {choices.map(({ value, label: choiceLabel }) => (
            <CheckboxItem
              key={value}
              checked={chosen.includes(value)}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isChecked) =>
                onChosen(isChecked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            >
              {choiceLabel}
            </CheckboxItem>
          ))}
        </Content>
      </Portal>
    </Root>
  );
}
