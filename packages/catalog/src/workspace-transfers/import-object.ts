import { mapSimpleRules, type SimpleRule } from "@skucast/contracts/channels/rule";
import type { Principal } from "@skucast/contracts/principal";
import type { ImportedResource } from "@skucast/contracts/workspace-transfers/archive";
import { assertProfileValid } from "../channel-profiles/assert-profile-valid.js";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import type { CatalogContext } from "../context.js";
import { createDestination } from "../destinations/create-destination.js";
import { createDomain } from "../domains/create-domain.js";
import { createFeed } from "../feeds/create-feed.js";
import { updateFeed } from "../feeds/update-feed.js";
import { createLookupTable } from "../lookup-tables/create-lookup-table.js";
import { updateLookupTable } from "../lookup-tables/update-lookup-table.js";
import { createSource } from "../sources/create-source.js";
import { runChange } from "../transactions.js";
import { createWebhookEndpoint } from "../webhook-endpoints/create-webhook-endpoint.js";
import { updateWorkspace } from "../workspaces/update-workspace.js";
import { type BodyOf, bodyOf } from "./archived-objects.js";

/** Ids in the archive with the ids that replace them. */
export type NewIds = ReadonlyMap<string, string>;

export interface ImportCall {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly ids: NewIds;
}

type Raw = Readonly<Record<string, unknown>>;
type Settings = Exclude<ImportedResource, "products">;

/**
 * Creates an object of an archive in the principal's workspace. Returns its new id, if it has one. Throws Problem or
 * ZodError.
 */
export async function importObject(call: ImportCall, resource: Settings, raw: Raw): Promise<string | undefined> {
  const { ctx, principal, ids } = call;
  const as = <Input>(input: Input) => ({ ctx, principal, input });
  switch (resource) {
    case "workspace":
      await updateWorkspace(as({ patch: bodyOf(resource, raw) }));
      return undefined;
    case "channel_profiles":
      await importProfileVersion(call, bodyOf(resource, raw));
      return undefined;
    case "lookup_tables":
      return importLookupRows(call, String(raw.id), bodyOf(resource, raw));
    case "channels": {
      const { id } = await createChannel(as({ channel: withNewTables(bodyOf(resource, raw), ids) }));
      if (raw.status === "archived") await updateChannel(as({ id, patch: { status: "archived" } }));
      return id;
    }
    case "destinations":
      return (await createDestination(as({ destination: bodyOf(resource, raw) }))).id;
    case "sources":
      return (await createSource(as({ source: bodyOf(resource, raw) }))).id;
    case "feeds": {
      const { id } = await createFeed(as({ feed: withNewReferences(bodyOf(resource, raw), ids) }));
      if (raw.status === "archived") await updateFeed(as({ id, patch: { status: "archived" } }));
      return id;
    }
    case "webhook_endpoints": {
      const endpoint = bodyOf(resource, raw);
      const channel_ids = endpoint.channel_ids?.map((id) => ids.get(id) ?? id) ?? null;
      return (await createWebhookEndpoint(as({ endpoint: { ...endpoint, channel_ids } }))).id;
    }
    case "domains":
      await createDomain(as(bodyOf(resource, raw)));
      return undefined;
  }
}

/** A version of a profile under its own number, so that channels can pin it. A stored one stays. */
function importProfileVersion({ ctx, principal }: ImportCall, body: BodyOf<"channel_profiles">): Promise<void> {
  const { name, version } = body;
  const definition = JSON.parse(JSON.stringify({ name, version: String(version), ...body.definition }));
  assertProfileValid(definition);
  return runChange({ ctx, principal, input: {} }, "channels:write", async ({ tx, workspaceId, now, audit }) => {
    const { count } = await tx.channelProfile.createMany({
      data: [{ workspaceId, name, version, definition, createdAt: now }],
      skipDuplicates: true,
    });
    if (count > 0) await audit("channel_profile.created", name, { version });
  });
}

/** Creates a table with its first rows, or adds further rows to it: a long table takes several lines of an archive. */
async function importLookupRows(
  { ctx, principal, ids }: ImportCall,
  archivedId: string,
  table: BodyOf<"lookup_tables">,
): Promise<string> {
  const id = ids.get(archivedId);
  if (id === undefined) return (await createLookupTable({ ctx, principal, input: { table } })).id;
  await updateLookupTable({ ctx, principal, input: { id, patch: { rows: table.rows } } });
  return id;
}

/** The channel with its rules under the new ids of the lookup tables that they use. */
function withNewTables(channel: BodyOf<"channels">, ids: NewIds): BodyOf<"channels"> {
  const renamed = (rule: SimpleRule): SimpleRule =>
    rule.type === "lookup_table" ? { ...rule, table_id: ids.get(rule.table_id) ?? rule.table_id } : rule;
  return { ...channel, rules: mapSimpleRules(channel.rules, renamed) };
}

function withNewReferences(feed: BodyOf<"feeds">, ids: NewIds): BodyOf<"feeds"> {
  const newId = (id: string) => ids.get(id) ?? id;
  return {
    ...feed,
    channel_id: newId(feed.channel_id),
    deliveries: feed.deliveries.map((delivery) =>
      delivery.type === "sftp_push" ? { ...delivery, destination_id: newId(delivery.destination_id) } : delivery,
    ),
  };
}

/**
 * The id of an object that an interrupted import created without noting it: it has the same name, is newer than the
 * import, and replaces no other object.
 */
export async function findImported(
  { ctx, principal, ids }: ImportCall,
  resource: Settings,
  { raw, since }: { readonly raw: Raw; readonly since: Date },
): Promise<string | undefined> {
  const { workspaceId } = principal;
  const known = [...ids.values()];
  const where = { workspaceId, createdAt: { gte: since }, id: { notIn: known } };
  const select = { id: true } as const;
  const name = String(raw.name);
  return ctx.prisma.transaction({ workspaceId, actor: "*" }, async (tx) => {
    switch (resource) {
      case "channels":
        return (await tx.channel.findFirst({ where: { ...where, name }, select }))?.id;
      case "lookup_tables":
        return ids.has(String(raw.id))
          ? undefined
          : (await tx.lookupTable.findFirst({ where: { ...where, name }, select }))?.id;
      case "destinations":
        return (await tx.destination.findFirst({ where: { ...where, name }, select }))?.id;
      case "sources":
        return (await tx.source.findFirst({ where: { ...where, name }, select }))?.id;
      case "feeds":
        return (await tx.feed.findFirst({ where: { ...where, name }, select }))?.id;
      case "webhook_endpoints":
        return (await tx.webhookEndpoint.findFirst({ where: { ...where, url: String(raw.url) }, select }))?.id;
      case "workspace":
      case "channel_profiles":
      case "domains":
        return undefined;
    }
  });
}

/** The product's body with its overrides under the new ids of their channels. */
export function withNewOverrides(body: BodyOf<"products">, ids: NewIds): BodyOf<"products"> {
  const { channel_overrides: overrides } = body;
  if (overrides === undefined || overrides === null) return body;
  const moved = Object.entries(overrides).map(([id, fields]) => [ids.get(id) ?? id, fields] as const);
  return { ...body, channel_overrides: Object.fromEntries(moved) };
}
