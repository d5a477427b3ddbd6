import { useEffect, useState } from "react";
import { Menu } from "../../components/menu.js";
import { TextField } from "../../forms/field.js";
import { importOnDemand } from "../../load-on-demand.js";
import { texts } from "../../texts/first-view.js";
import { ADDED_FILTERS, type AddedFilter, type ProductFilter } from "./filter-names.js";

const { filters: words } = texts.products;
const TYPING_MS = 300;
/** Loaded when they are needed, which the first rows do not wait for. */
const FilterChips = importOnDemand(() => import("./filter-chips.js"), "FilterChips");
const EditFilter = importOnDemand(() => import("./edit-filter.js"), "EditFilter");
const EditConditions = importOnDemand(() => import("./edit-conditions.js"), "EditConditions");

interface ProductFiltersProps {
  readonly filter: ProductFilter;
  readonly onChange: (filter: ProductFilter) => void;
}

/** The search of the product list, and its filters: each is added in a dialog and can be removed. */
export function ProductFilters({ filter, onChange }: ProductFiltersProps) {
  const [open, setOpen] = useState<AddedFilter | "conditions" | null>(null);
  const [applied, setApplied] = useState<ProductFilter | null>(null);
  // Only after the dialog is gone: while its form has changes, the page cannot be left, not even for other filters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice.
  useEffect(() => {
    if (applied !== null) onChange({ ...filter, ...applied });
  }, [applied]);
  const close = () => setOpen(null);
  const apply = (changed: ProductFilter) => {
    setApplied(changed);
    close();
  };
  const items = [...ADDED_FILTERS, "conditions" as const].map((name) => ({
    key: name,
    label: words[name],
    onSelect: () => setOpen(name),
  }));
  return (
    <search aria-label={words.label}>
      <div className="filters wide">
        <SearchField value={filter.q ?? ""} onSettled={(q) => onChange({ ...filter, q })} />
      </div>
      <div className="chips">
        <Menu label={words.add} items={items} />
        {items.some(({ key }) => filter[key] !== undefined) && <FilterChips filter={filter} onChange={onChange} />}
      </div>
      {open === "conditions" && (
        <EditConditions
          conditions={filter.conditions}
          onConditions={(conditions) => apply({ conditions })}
          onClose={close}
        />
      )}
      {open !== null && open !== "conditions" && (
        <EditFilter
          name={open}
          initial={filter[open] ?? ""}
          onValue={(value) => apply({ [open]: value })}
          onClose={close}
        />
      )}
    </search>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onSettled: (value: string) => void;
}

/** A search field that reports its value when typing pauses. */
function SearchField({ value, onSettled }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer.
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSettled(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return <TextField label={words.q} type="search" value={typed} onValue={setTyped} />;
}
