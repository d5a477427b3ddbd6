import type { Principal } from "@skucast/contracts/principal";
import type { ArchiveResource, ImportedResource } from "@skucast/contracts/workspace-transfers/archive";
import { RECORDED_RESOURCES, type RecordedResource } from "@skucast/contracts/workspace-transfers/archive";
import {
  type RowPage,
  type RowPosition,
  readProductDocuments,
  readRecordedRows,
} from "@skucast/db/workspace-transfers/recorded-rows";
import type { Call } from "../call.js";
import { listChannels } from "../channels/list-channels.js";
import type { CatalogContext } from "../context.js";
import { listDestinations } from "../destinations/list-destinations.js";
import { listDomains } from "../domains/list-domains.js";
import { listFeeds } from "../feeds/list-feeds.js";
import type { Page, PageRequest } from "../page.js";
import { listSources } from "../sources/list-sources.js";
import { runRead } from "../transactions.js";
import { listWebhookEndpoints } from "../webhook-endpoints/list-webhook-endpoints.js";
import { getWorkspace } from "../workspaces/get-workspace.js";

interface Wanted {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly resource: ArchiveResource;
  /** Null for the first page. */
  readonly after: RowPosition | null;
  /** For recorded rows and products; settings are listed in pages of 100. */
  readonly limit: number;
}

const SETTINGS_PER_PAGE = 100;

/** A page of an exported resource. Settings are as the API returns them, so they contain no secret. */
export function readExportPage({ ctx, principal, resource, after, limit }: Wanted): Promise<RowPage> {
  const { workspaceId } = principal;
  if (isRecorded(resource)) return readRecordedRows(ctx.db, { workspaceId, resource, after, limit });
  if (resource === "products") return readProductDocuments(ctx.db, { workspaceId, after, limit });
  return readSettings(resource, {
    ctx,
    principal,
    input: { after: String(after?.[0] ?? ""), limit: SETTINGS_PER_PAGE },
  });
}

const isRecorded = (resource: ArchiveResource): resource is RecordedResource =>
  (RECORDED_RESOURCES as readonly string[]).includes(resource);

type SettingsResource = Exclude<ImportedResource, "products">;
type Read = (call: Call<PageRequest>) => Promise<Page<unknown>>;

const READ: Readonly<Record<SettingsResource, Read>> = {
  workspace: async (call) => ({ items: [await getWorkspace(call)], next: null }),
  channel_profiles: listProfileVersions,
  lookup_tables: listTableRows,
  channels: listChannels,
  destinations: listDestinations,
  sources: listSources,
  feeds: listFeeds,
  webhook_endpoints: listWebhookEndpoints,
  domains: listDomains,
};

async function readSettings(resource: SettingsResource, call: Call<PageRequest>): Promise<RowPage> {
  const { items, next } = await READ[resource](call);
  return { lines: items.map((item) => JSON.stringify(item)), next: next === null ? null : [next] };
}

/** Every version of the workspace's profiles: channels may have pinned an old one. */
function listProfileVersions(call: Call<PageRequest>): Promise<Page<unknown>> {
  const { after, limit } = call.input;
  const [name = "", version = "0"] = after.split("@");
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const rows = await tx.channelProfile.findMany({
      where: { workspaceId, OR: [{ name: { gt: name } }, { name, version: { gt: Number(version) } }] },
      orderBy: [{ name: "asc" }, { version: "asc" }],
      take: limit + 1,
    });
    const items = rows.slice(0, limit).map((row) => ({
      id: `${row.name}@${row.version}`,
      name: row.name,
      version: row.version,
      definition: row.definition,
      created_at: row.createdAt.toISOString(),
    }));
    return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  });
}

/** Rows of a lookup table in one line, which is as much as the longest keys and values allow. */
const TABLE_ROWS_PER_LINE = 500;

/** The next rows of a lookup table with the table. The position is the table's id and, within a table, its last key. */
function listTableRows(call: Call<PageRequest>): Promise<Page<unknown>> {
  const [tableId = "", ...lastKey] = call.input.after.split(" ");
  const after = lastKey.join(" ");
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const isSame = lastKey.length > 0;
    const id = isSame ? { gte: tableId } : { gt: tableId };
    const table = await tx.lookupTable.findFirst({ where: { workspaceId, id }, orderBy: { id: "asc" } });
    if (table === null) return { items: [], next: null };
    const key = isSame && table.id === tableId ? { gt: after } : undefined;
    const where = { workspaceId, tableId: table.id, ...(key && { key }) };
    const rows = await tx.lookupRow.findMany({ where, orderBy: { key: "asc" }, take: TABLE_ROWS_PER_LINE });
    const line = { id: table.id, name: table.name, rows: Object.fromEntries(rows.map((row) => [row.key, row.value])) };
    const isFull = rows.length === TABLE_ROWS_PER_LINE;
    return {
      items: key !== undefined && rows.length === 0 ? [] : [line],
      next: isFull ? `${table.id} ${rows.at(-1)?.key}` : table.id,
    };
  });
}
