import { MANAGE_WORKSPACE, type Permission } from "../scopes.js";

/** The largest age in milliseconds for which a stream reports earlier changes: as long as a page takes to load. */
export const CHANGED_WITHIN_MS_MAX = 60_000;

/** Kinds of objects whose changes are sent to open pages, each with the required permission; null for any principal. */
export const CHANGE_KINDS = {
  product: "products:read",
  product_export: "products:read",
  import: "products:read",
  source: "products:read",
  channel: "channels:read",
  // Its products were checked, or its feed ran, and then they were counted.
  channel_statistics: "channels:read",
  domain: "channels:read",
  single_sign_on: MANAGE_WORKSPACE,
  channel_profile: "channels:read",
  lookup_table: "channels:read",
  feed: "feeds:read",
  run: "feeds:read",
  pull_credential: "feeds:read",
  destination: "feeds:read",
  webhook_endpoint: "webhooks:read",
  delivery: "webhooks:read",
  api_key: MANAGE_WORKSPACE,
  connected_app: null,
  member: MANAGE_WORKSPACE,
  invitation: MANAGE_WORKSPACE,
  audit_entry: MANAGE_WORKSPACE,
  workspace: null,
} as const satisfies Record<string, Permission | null>;

export type ChangeKind = keyof typeof CHANGE_KINDS;

export const isChangeKind = (text: string): text is ChangeKind => Object.hasOwn(CHANGE_KINDS, text);

/** Kinds whose changes a principal with these permissions may see. */
export const kindsVisibleTo = (permissions: ReadonlySet<Permission>): ReadonlySet<ChangeKind> =>
  new Set(
    Object.entries(CHANGE_KINDS).flatMap(([kind, permission]) =>
      isChangeKind(kind) && (permission === null || permissions.has(permission)) ? [kind] : [],
    ),
  );

/** Kind of the object that an event is about; undefined for an event without a change (`webhook.test`). */
export function kindOfEvent(type: string): ChangeKind | undefined {
  if (type.startsWith("feed.run.") || type.startsWith("feed.deliver")) return "run";
  const noun = type.slice(0, type.indexOf("."));
  return isChangeKind(noun) ? noun : undefined;
}
