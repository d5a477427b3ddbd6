import { CheckboxItem, Content, Portal, Root, Trigger } from "@radix-ui/react-dropdown-menu";

interface ChoiceMenuProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}

/** A menu of choices that can be combined. It stays open, so that several can be changed. */
export const ChoiceMenu = ({ label, choices, chosen, onChosen }: ChoiceMenuProps) => (
  <Root modal={false}>
    <Trigger className="button quiet">{label}</Trigger>
    {/* Inside the main part of the page, where screen readers look for its content. */}
    <Portal container={document.querySelector("main")}>
      <Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
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
