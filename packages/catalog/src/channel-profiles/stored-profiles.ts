import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { isCustomChoice, partsOfChoice } from "@skucast/contracts/channel-profiles/custom-profile";
import type { ChannelProfile as ProfileRow } from "@skucast/db/generated/client";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import type { Change } from "../transactions.js";

type Scope = Pick<Change, "tx" | "workspaceId">;

/** A stored definition, as it was checked before it was stored. */
export const definitionOf = ({ definition }: Pick<ProfileRow, "definition">): ProfileDefinition =>
  definition as unknown as ProfileDefinition;

/** The definition that a channel has of a profile of the workspace; null for a built-in profile. */
export const definitionIn = ({ profileDefinition }: { profileDefinition: unknown }): ProfileDefinition | null =>
  profileDefinition as ProfileDefinition | null;

/** The chosen version of a profile of the workspace, or its newest; null if there is none. */
export async function findProfile({ tx, workspaceId }: Scope, choice: string): Promise<ProfileRow | null> {
  if (!isCustomChoice(choice)) return null; // PostgreSQL would reject NUL and large versions
  const { name, version } = partsOfChoice(choice);
  const where = { workspaceId, name, ...(version !== undefined && { version }) };
  return tx.channelProfile.findFirst({ where, orderBy: { version: "desc" } });
}

/** The stored versions of a profile of the workspace, the newest first. */
export async function versionsOf({ tx, workspaceId }: Scope, name: string): Promise<number[]> {
  const rows = await tx.channelProfile.findMany({
    where: { workspaceId, name },
    select: { version: true },
    orderBy: { version: "desc" },
  });
  return rows.map(({ version }) => version);
}

/** Until the transaction ends, the profile gets no other version, and no channel starts to use it. */
export const lockProfile = (change: Scope, name: string): Promise<unknown> => lock(change, name, "");

/** Until the transaction ends, the profile is not changed or deleted. */
export const lockProfileShared = (change: Scope, name: string): Promise<unknown> => lock(change, name, "_shared");

function lock({ tx, workspaceId }: { tx: WorkspaceTransaction; workspaceId: string }, name: string, kind: string) {
  const key = `${workspaceId} profile ${name}`;
  return tx.$executeRawUnsafe(`SELECT pg_advisory_xact_lock${kind}(hashtextextended($1, 0))`, key);
}
