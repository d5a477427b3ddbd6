import type { ReactNode } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { texts } from "../../texts/texts.js";
import { fieldText } from "./field-text.js";
import { FILTER_CHOICES } from "./filter-choices.js";
import { conditionsText, type FilterRow, hasName, hasValue, isFlag, readRows } from "./filter-conditions.js";
import { ADDED_FILTERS, type AddedFilter, type ProductFilter } from "./filter-names.js";

const { filters: words } = texts.products;
const { filters: moreWords } = texts.productPages;

interface FilterChipsProps {
  readonly filter: ProductFilter;
  readonly onChange: (filter: ProductFilter) => void;
}

/** The filters that apply, each as a button that removes it. */
export const FilterChips = ({ filter, onChange }: FilterChipsProps) => (
  <>
    {ADDED_FILTERS.map((name) => {
      const value = filter[name];
      return (
        value !== undefined && (
          <Chip key={name} onRemove={() => onChange({ ...filter, [name]: undefined })}>
            {words[name]}: {name === "channel_id" ? <ChannelName id={value} /> : valueText(name, value)}
          </Chip>
        )
      );
    })}
    {filter.conditions !== undefined && (
      <ConditionChips
        conditions={filter.conditions}
        onConditions={(conditions) => onChange({ ...filter, conditions })}
      />
    )}
  </>
);

const valueText = (name: AddedFilter, value: string): string =>
  FILTER_CHOICES[name]?.find((choice) => choice.value === value)?.label ?? value;

function ChannelName({ id }: { readonly id: string }) {
  const { data } = useApiQuery("getChannel", { params: { channel_id: id } });
  return data?.name ?? id;
}

interface ConditionChipsProps {
  /** The query parameter `conditions`. */
  readonly conditions: string;
  readonly onConditions: (conditions: string | undefined) => void;
}

function ConditionChips({ conditions, onConditions }: ConditionChipsProps) {
  const rows = readRows(conditions);
  if (rows === null) return <Chip onRemove={() => onConditions(undefined)}>{moreWords.other}</Chip>;
  return rows.map((row, index) => (
    <Chip key={rowText(row)} onRemove={() => onConditions(conditionsText(rows.filter((_, i) => i !== index)))}>
      {rowText(row)}
    </Chip>
  ));
}

interface ChipProps {
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

const Chip = ({ onRemove, children }: ChipProps) => (
  <Button kind="quiet" className="chip" onClick={onRemove}>
    <span className="visually-hidden">{moreWords.remove} </span>
    {children} <span aria-hidden="true">×</span>
  </Button>
);

function rowText(row: FilterRow): string {
  const { field, name, op, value } = row;
  const parts = [hasName(field) ? name : fieldText(field), texts.rules.ops[op]];
  if (!hasValue(op)) return parts.join(" ");
  const flag = value === "true" ? texts.general.yes : texts.general.no;
  return [...parts, isFlag(field) ? flag : value].join(" ");
}
