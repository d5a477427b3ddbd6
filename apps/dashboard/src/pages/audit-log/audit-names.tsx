import type { AuditEntry } from "@skucast/contracts/audit/audit-entry";
import { Link } from "@tanstack/react-router";
import { texts } from "../../texts/texts.js";

const words = texts.auditLog;
type Entry = Pick<AuditEntry, "object" | "details">;

export const actionText = (action: string): string => words.actions[action] ?? action;

export const objectText = ({ object, details }: Entry): string =>
  object.name ?? (details.account_deleted === true ? words.deletedAccount : object.id);

const actorText = ({ actor }: Pick<AuditEntry, "actor">): string =>
  actor.type === "api_key" ? words.keyNamed(actor.name ?? actor.id) : personText(actor);

const personText = (actor: AuditEntry["actor"]): string =>
  actor.name ?? actor.email ?? (actor.account_deleted ? words.deletedAccount : systemText(actor));

const systemText = ({ type, id }: AuditEntry["actor"]): string => (type === "system" ? words.system : id);

/** The actor, and the app that acted for them. */
export const Actor = ({ entry }: { readonly entry: Pick<AuditEntry, "actor"> }) => (
  <>
    {actorText(entry)}
    {entry.actor.app_name !== undefined && (
      <>
        <br />
        <span className="soft">{words.through(entry.actor.app_name)}</span>
      </>
    )}
  </>
);

/** The object, as a link if it still exists. */
export function AuditedObject({ entry }: { readonly entry: Entry }) {
  const name = objectText(entry);
  if (!entry.object.exists)
    return (
      <>
        {name} <span className="soft">({words.gone})</span>
      </>
    );
  const link = linkOf(entry);
  return link ? <Link {...link}>{name}</Link> : name;
}

/** The page of an object, or of the list that contains it. */
function linkOf({ object: { type, id }, details }: Entry) {
  switch (type) {
    case "channel":
      return { to: "/channels/$channelId", params: { channelId: id } } as const;
    case "channel_profile":
      return { to: "/channel-profiles/$profileId", params: { profileId: id } } as const;
    case "lookup_table":
      return { to: "/lookup-tables/$tableId", params: { tableId: id } } as const;
    case "feed":
      return { to: "/feeds/$feedId", params: { feedId: id } } as const;
    case "run":
      return { to: "/runs/$runId", params: { runId: id } } as const;
    case "import":
      return { to: "/imports/$importId", params: { importId: id } } as const;
    case "source":
      return { to: "/sources/$sourceId", params: { sourceId: id } } as const;
    case "destination":
      return { to: "/destinations/$destinationId", params: { destinationId: id } } as const;
    case "webhook_endpoint":
      return { to: "/webhooks/$endpointId", params: { endpointId: id } } as const;
    case "pull_credential":
      return { to: "/feeds/$feedId", params: { feedId: String(details.feed_id) } } as const;
    case "api_key":
      return { to: "/api-keys" } as const;
    case "connected_app":
      return { to: "/api-keys/connected-apps" } as const;
    case "member":
    case "invitation":
      return { to: "/members" } as const;
    case "workspace":
      return { to: "/settings" } as const;
    default:
      return undefined;
  }
}
