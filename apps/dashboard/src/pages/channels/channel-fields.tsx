import type { Channel } from "@skucast/contracts/channels/channel";
import { AVAILABILITIES, CONDITIONS } from "@skucast/contracts/products/product";
import { Card } from "../../components/card.js";
import { CodeField } from "../../forms/code-field.js";
import { CheckField, SelectField, TextArea, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { useProfileChoices } from "../channel-profiles/use-profile-choices.js";
import { type ChannelDraft, DEFAULT_FIELDS } from "./channel-draft.js";
import { ConditionList } from "./rules/condition-list.js";
import { SELECTION_OPS } from "./rules/rule-inputs.js";

const { one: words, form: names, defaults: defaultNames } = texts.channels;

interface PartProps {
  readonly draft: ChannelDraft;
  readonly set: (change: Partial<ChannelDraft>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly isDisabled: boolean;
}

export function GeneralFields({ draft, set, errorAt, isDisabled }: PartProps) {
  const profiles = useProfileChoices(draft.profile);
  return (
    <Card title={words.sections.general}>
      <div className="grid">
        <TextField
          label={names.name}
          value={draft.name}
          readOnly={isDisabled}
          error={errorAt("/name")}
          onValue={(name) => set({ name })}
        />
        <SelectField
          label={names.profile}
          value={draft.profile}
          disabled={isDisabled}
          error={errorAt("/profile")}
          choices={profiles}
          onValue={(profile) => set({ profile: profile as Channel["profile"] })}
        />
        {(["country", "currency", "language"] as const).map((field) => (
          <CodeField
            key={field}
            kind={field}
            label={names[field]}
            value={draft[field]}
            isDisabled={isDisabled}
            error={errorAt(`/market/${field}`)}
            onValue={(value) => set({ [field]: value })}
          />
        ))}
      </div>
    </Card>
  );
}

const NEW_CONDITION = { field: "price_amount", op: "above", value: 0 } as const;

const LINE_FIELDS = [
  { field: "brands", pointer: "/selection/filters/brand", label: words.brands, hint: words.onePerLine },
  { field: "includeSkus", pointer: "/selection/include_skus", label: words.include, hint: words.skusHint },
  { field: "excludeSkus", pointer: "/selection/exclude_skus", label: words.exclude, hint: words.skusHint },
] as const;

/** Fields for the products that the channel publishes. */
export const SelectionFields = ({
  draft,
  set,
  errorAt,
  isDisabled,
  isRestricted,
}: PartProps & { readonly isRestricted: boolean }) => (
  <Card title={words.sections.selection}>
    {isRestricted && <p className="note">{words.heldSelection}</p>}
    <Choices
      legend={words.availability}
      values={AVAILABILITIES}
      labels={texts.products.availabilities}
      selected={draft.availability}
      isDisabled={isDisabled}
      onChange={(availability) => set({ availability })}
    />
    <Choices
      legend={words.condition}
      values={CONDITIONS}
      labels={texts.products.conditions}
      selected={draft.condition}
      isDisabled={isDisabled}
      onChange={(condition) => set({ condition })}
    />
    <p className="hint">{words.conditionsHint}</p>
    <ConditionList
      legend={words.conditions}
      ops={SELECTION_OPS}
      added={NEW_CONDITION}
      conditions={draft.conditions}
      pointer="/selection/conditions"
      errorAt={errorAt}
      isDisabled={isDisabled}
      isOptional
      onConditions={(conditions) => set({ conditions })}
    />
    <div className="lines">
      {LINE_FIELDS.map(({ field, pointer, label, hint }) => (
        <TextArea
          key={field}
          label={label}
          hint={hint}
          rows={4}
          value={draft[field]}
          readOnly={isDisabled}
          error={errorAt(pointer)}
          onValue={(value) => set({ [field]: value })}
        />
      ))}
    </div>
  </Card>
);

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly labels: Readonly<Record<Value, string>>;
  readonly selected: readonly string[];
  readonly isDisabled: boolean;
  readonly onChange: (selected: readonly string[]) => void;
}

function Choices<Value extends string>({
  legend,
  values,
  labels,
  selected,
  isDisabled,
  onChange,
}: ChoicesProps<Value>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <p className="hint">{words.anyHint}</p>
      <div className="choices">
        {values.map((value) => (
          <CheckField
            key={value}
            label={labels[value]}
            isChecked={selected.includes(value)}
            isDisabled={isDisabled}
            onChecked={(isSelected) =>
              onChange(isSelected ? [...selected, value] : selected.filter((each) => each !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Fields for values of products that have none of their own. */
export const DefaultsFields = ({ draft, set, errorAt, isDisabled }: PartProps) => (
  <Card title={words.sections.defaults}>
    <p className="soft">{words.defaultsHint}</p>
    <div className="grid">
      {DEFAULT_FIELDS.map((field) => (
        <TextField
          key={field}
          label={defaultNames[field]}
          value={draft.defaults[field]}
          readOnly={isDisabled}
          error={errorAt(`/defaults/${field}`)}
          onValue={(value) => set({ defaults: { ...draft.defaults, [field]: value } })}
        />
      ))}
    </div>
  </Card>
);
