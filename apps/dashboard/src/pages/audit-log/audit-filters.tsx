import { AUDIT_ACTION_NAMES } from "@skucast/contracts/audit/actions";
import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { SelectField, TextField } from "../../forms/field.js";
import type { AUDIT_FILTERS } from "../../search-params/filters.js";
import { texts } from "../../texts/texts.js";
import { actionText } from "./audit-names.js";
import { dayBefore, dayOf, endOf, startOf } from "./days.js";

const words = texts.auditLog;
const ALL = { query: { limit: PAGE_SIZE_MAX } };

export type AuditFilter = { readonly [Name in (typeof AUDIT_FILTERS)[number]]?: string | undefined };

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  /** Name of the object that the list is filtered by, if known. */
  readonly objectName: string | undefined;
  readonly onChange: (change: AuditFilter) => void;
}

/** Filters by action, actor, date and object. */
export function AuditFilters({ filter, objectName, onChange }: AuditFiltersProps) {
  const actors = useActors(filter.actor_id);
  return (
    <>
      <div className="filters">
        <SelectField
          label={words.action}
          value={filter.action ?? ""}
          choices={[
            { value: "", label: texts.general.any },
            ...AUDIT_ACTION_NAMES.map((value) => ({ value, label: actionText(value) })),
          ]}
          onValue={(action) => onChange({ action })}
        />
        <SelectField
          label={words.actor}
          value={filter.actor_id ?? ""}
          choices={[{ value: "", label: texts.general.any }, ...actors]}
          onValue={(id) => onChange({ actor_id: id })}
        />
        <SelectField
          label={words.actorType}
          value={filter.actor_type ?? ""}
          choices={[
            { value: "", label: texts.general.any },
            ...Object.entries(words.actorTypes).map(([value, label]) => ({ value, label })),
          ]}
          onValue={(type) => onChange({ actor_type: type })}
        />
        <TextField
          label={words.since}
          type="date"
          value={filter.since === undefined ? "" : dayOf(filter.since)}
          onValue={(day) => onChange({ since: day && startOf(day) })}
        />
        <TextField
          label={words.until}
          type="date"
          value={filter.until === undefined ? "" : dayBefore(filter.until)}
          onValue={(day) => onChange({ until: day && endOf(day) })}
        />
      </div>
      {filter.object_id !== undefined && (
        <p className="actions">
          <span>
            {words.onlyOn} <strong>{objectName ?? filter.object_id}</strong>
          </span>
          <Button kind="quiet" onClick={() => onChange({ object_id: "" })}>
            {words.showAll}
          </Button>
        </p>
      )}
    </>
  );
}

/** Members and API keys as choices, plus the actor in the URL if it is neither. */
function useActors(selected: string | undefined) {
  const members = useApiList("listMembers", ALL);
  const keys = useApiList("listApiKeys", ALL);
  const known = [
    ...members.entries.map(({ user_id, name, email }) => ({
      value: user_id,
      label: name ? `${name}, ${email}` : email,
    })),
    ...keys.entries.map(({ id, name }) => ({ value: id, label: words.keyNamed(name) })),
  ];
  if (selected === undefined || known.some(({ value }) => value === selected)) return known;
  return [...known, { value: selected, label: selected }];
}
