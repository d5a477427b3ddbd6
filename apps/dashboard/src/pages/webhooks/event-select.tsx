import { isAuditStream, SUBSCRIBABLE_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { SUBSCRIBABLE_PREFIXES } from "@skucast/contracts/events/type-patterns";
import { CheckField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import type { EndpointDraft } from "./endpoint-draft.js";

const words = texts.webhooks.form;

interface EventSelectProps {
  readonly selected: EndpointDraft["eventTypes"];
  readonly onChange: (selected: EndpointDraft["eventTypes"]) => void;
}

/** The event types that an endpoint receives. One that receives the audit log keeps doing so and receives nothing else. */
export const EventSelect = ({ selected, onChange }: EventSelectProps) =>
  isAuditStream(selected) ? (
    <p className="hint">{words.auditLogHint}</p>
  ) : (
    <TypeChoice selected={selected} onChange={onChange} />
  );

const TypeChoice = ({ selected, onChange }: EventSelectProps) => (
  <fieldset>
    <legend>{words.events}</legend>
    <p className="hint">{words.eventsHint}</p>
    <div className="grid choices-frame">
      {[...SUBSCRIBABLE_PREFIXES, ...SUBSCRIBABLE_EVENT_TYPES].map((type) => (
        <CheckField
          key={type}
          label={type}
          isChecked={selected.includes(type)}
          onChecked={(isSelected) =>
            onChange(isSelected ? [...selected, type] : selected.filter((each) => each !== type))
          }
        />
      ))}
    </div>
  </fieldset>
);
