import { AVAILABILITIES, CONDITIONS, PRODUCT_STATUSES } from "@skucast/contracts/products/choices";
import { useEffect, useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { SelectField, TextField } from "../../forms/field.js";
import type { PRODUCT_FILTERS } from "../../search-params/filters.js";
import { texts } from "../../texts/first-view.js";
import { ConditionFilters } from "./condition-filters.js";

const words = texts.products;
const TYPING_MS = 300;
export type ProductFilter = { readonly [Name in (typeof PRODUCT_FILTERS)[number]]?: string | undefined };

interface ProductFiltersProps {
  readonly filter: ProductFilter;
  readonly onChange: (filter: ProductFilter) => void;
}

/** Search and filters of the product list. */
export function ProductFilters({ filter, onChange }: ProductFiltersProps) {
  const { entries: channels } = useApiList("listChannels", { query: { limit: 200 } });
  const any = { value: "", label: texts.general.any };
  return (
    <search aria-label={words.filters.label}>
      <div className="filters many">
        <DebouncedField label={words.filters.q} value={filter.q ?? ""} onSettled={(q) => onChange({ ...filter, q })} />
        <DebouncedField
          label={words.filters.sku_prefix}
          value={filter.sku_prefix ?? ""}
          onSettled={(sku_prefix) => onChange({ ...filter, sku_prefix })}
        />
        <DebouncedField
          label={words.filters.sku}
          value={filter.sku ?? ""}
          onSettled={(sku) => onChange({ ...filter, sku })}
        />
        <DebouncedField
          label={words.filters.brand}
          value={filter.brand ?? ""}
          onSettled={(brand) => onChange({ ...filter, brand })}
        />
        <SelectField
          label={words.filters.status}
          value={filter.status ?? ""}
          choices={[any, ...PRODUCT_STATUSES.map((value) => ({ value, label: words.statuses[value] }))]}
          onValue={(status) => onChange({ ...filter, status })}
        />
        <SelectField
          label={words.filters.availability}
          value={filter.availability ?? ""}
          choices={[any, ...AVAILABILITIES.map((value) => ({ value, label: words.availabilities[value] }))]}
          onValue={(availability) => onChange({ ...filter, availability })}
        />
        <SelectField
          label={words.filters.condition}
          value={filter.condition ?? ""}
          choices={[any, ...CONDITIONS.map((value) => ({ value, label: words.conditions[value] }))]}
          onValue={(condition) => onChange({ ...filter, condition })}
        />
        {channels.length > 0 && (
          <SelectField
            label={words.filters.channel}
            value={filter.channel_id ?? ""}
            choices={[any, ...channels.map(({ id, name }) => ({ value: id, label: name }))]}
            onValue={(channel_id) => onChange({ ...filter, channel_id })}
          />
        )}
      </div>
      <ConditionFilters
        conditions={filter.conditions}
        onConditions={(conditions) => onChange({ ...filter, conditions })}
      />
    </search>
  );
}

interface DebouncedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSettled: (value: string) => void;
}

/** A search field that reports its value when typing pauses. */
function DebouncedField({ label, value, onSettled }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer.
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSettled(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return <TextField label={label} type="search" value={typed} onValue={setTyped} />;
}
