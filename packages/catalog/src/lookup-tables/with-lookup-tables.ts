import type { Channel } from "@skucast/contracts/channels/channel";
import { lookupTableIdsOf } from "@skucast/contracts/channels/rule";
import type { LookupTables } from "@skucast/contracts/lookup-tables/lookup-table";
import { bindingOf } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { readLookupTables } from "@skucast/db/lookup-tables/read-lookup-tables";
import type { Call } from "../call.js";

/** The lookup tables that channels of the principal's workspace use, for operations that map products. */
export async function lookupTablesOf(
  { ctx, principal }: Pick<Call<unknown>, "ctx" | "principal">,
  channels: readonly Pick<Channel, "rules">[],
): Promise<LookupTables> {
  const ids = [...new Set(channels.flatMap(({ rules }) => lookupTableIdsOf(rules)))];
  if (ids.length === 0) return new Map();
  const { workspaceId } = principal;
  return inWorkspace(ctx.db, bindingOf(principal), (client) => readLookupTables(ctx.db, client, { workspaceId, ids }));
}
