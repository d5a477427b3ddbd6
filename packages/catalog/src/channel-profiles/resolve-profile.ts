import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { isCustomProfile, partsOfChoice } from "@skucast/contracts/channel-profiles/custom-profile";
import { nearest } from "@skucast/contracts/nearest";
import { validationFailed } from "@skucast/contracts/problem";
import { Prisma } from "@skucast/db/generated/client";
import type { Change } from "../transactions.js";
import { definitionOf, findProfile, lockProfileShared, versionsOf } from "./stored-profiles.js";

/** A channel's choice of a profile, with what the channel stores of it. */
export interface ResolvedProfile {
  /** Null for a built-in profile. */
  readonly definition: ProfileDefinition | null;
  readonly columns: { readonly profileDefinition: object; readonly profileDefinedAt: Date | null };
}

/** Looks up the profile that a channel is going to use, and keeps it as it is until the transaction ends. */
export async function resolveProfile(
  change: Pick<Change, "tx" | "workspaceId">,
  choice: string,
): Promise<ResolvedProfile> {
  if (!isCustomProfile(choice)) {
    return { definition: null, columns: { profileDefinition: Prisma.DbNull, profileDefinedAt: null } };
  }
  const { name } = partsOfChoice(choice);
  await lockProfileShared(change, name);
  const row = await findProfile(change, choice);
  if (row === null) throw await unknownProfile(change, choice);
  const definition = definitionOf(row);
  return { definition, columns: { profileDefinition: definition, profileDefinedAt: row.createdAt } };
}

async function unknownProfile(change: Pick<Change, "tx" | "workspaceId">, choice: string) {
  const { tx, workspaceId } = change;
  const { name, version } = partsOfChoice(choice);
  const versions = version === undefined ? [] : await versionsOf(change, name);
  const rows = await tx.channelProfile.findMany({ where: { workspaceId }, distinct: ["name"], select: { name: true } });
  const near = nearest(
    name,
    rows.map((row) => row.name),
  );
  const hint =
    versions.length > 0
      ? `; its versions are ${versions.join(", ")}`
      : near
        ? `; did you mean ${near}?`
        : "; POST /channel-profiles creates one";
  const message = `is not a profile of this workspace: ${choice}${hint}`;
  return validationFailed([{ pointer: "/profile", code: "not_allowed", message }]);
}
