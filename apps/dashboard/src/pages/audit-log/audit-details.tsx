import type { AuditEntry } from "@skucast/contracts/audit/audit-entry";
import { Button } from "../../components/button.js";
import { CodeBlock } from "../../components/code-block.js";
import { DescriptionList } from "../../components/description-list.js";
import { Dialog } from "../../components/dialog.js";
import { dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { Actor, AuditedObject, actionText, objectText } from "./audit-names.js";

const words = texts.auditLog;
const { facts } = words;

interface AuditDetailsProps {
  readonly entry: AuditEntry;
  /** Filters the log by the same object or actor. */
  readonly onChoose: (filter: { readonly object_id: string } | { readonly actor_id: string }) => void;
  readonly onClose: () => void;
}

/** Everything that is known about one audit log entry. */
export const AuditDetails = ({ entry, onChoose, onClose }: AuditDetailsProps) => (
  <Dialog title={actionText(entry.action)} onClose={onClose}>
    <DescriptionList
      items={[
        [facts.at, dateTimeText(entry.at)],
        [facts.actor, <Actor key="actor" entry={entry} />],
        [facts.object, <AuditedObject key="object" entry={entry} />],
        [facts.id, <code key="id">{entry.object.id}</code>],
        [facts.from, entry.ip ?? texts.general.none],
        [facts.browser, entry.user_agent ?? texts.general.none],
        [facts.request, <RequestIds key="request" entry={entry} />],
      ]}
    />
    <CodeBlock label={words.detailsOf(actionText(entry.action), objectText(entry))} value={entry.details} />
    <div className="actions">
      <Button kind="quiet" onClick={() => onChoose({ object_id: entry.object.id })}>
        {words.allOn}
      </Button>
      <Button kind="quiet" onClick={() => onChoose({ actor_id: entry.actor.id })}>
        {words.allBy}
      </Button>
    </div>
  </Dialog>
);

/** The id in the response, and the one that the service gave the request if the client chose another. */
function RequestIds({ entry: { request_id, server_request_id } }: Pick<AuditDetailsProps, "entry">) {
  const ids = [...new Set([request_id, server_request_id])].filter((id) => id !== null);
  return ids.length === 0 ? texts.general.none : ids.map((id) => <code key={id}>{id} </code>);
}
