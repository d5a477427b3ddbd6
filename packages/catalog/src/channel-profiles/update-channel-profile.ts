import { isDeepStrictEqual } from "node:util";
import type { ProfileDefinition, WrittenProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import {
  type CustomProfilePatch,
  definitionFieldsSchema,
  isCustomChoice,
} from "@skucast/contracts/channel-profiles/custom-profile";
import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { mergePatch } from "@skucast/contracts/merge-patch";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import type { ChannelProfile as ProfileRow } from "@skucast/db/generated/client";
import type { Call, WriteOptions } from "../call.js";
import { previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { type Change, runChange } from "../transactions.js";
import { assertProfileValid } from "./assert-profile-valid.js";
import { profileEventObject } from "./profile-event-object.js";
import { redefineFollowers } from "./redefine-followers.js";
import { renderCustomProfile } from "./render-profile.js";
import { assertSampleAllowed, withSample } from "./sample-profile.js";
import { definitionOf, findProfile, lockProfile, versionsOf } from "./stored-profiles.js";

type UpdateCall = Call<{ id: string; patch: CustomProfilePatch } & WriteOptions>;

/**
 * Stores a patched profile as a new version, and gives it to the channels that follow the newest one. A patch without
 * changes stores nothing.
 */
export async function updateChannelProfile(call: UpdateCall): Promise<WrittenProfile> {
  const { id, patch, precondition } = call.input;
  const { sample, ...fields } = patch;
  assertUnpinned(id);
  assertSampleAllowed(call, sample);
  const profile = await runChange(call, "channels:write", async (change) => {
    await lockProfile(change, id);
    const stored = requireFound(await findProfile(change, id), "channel profile", id);
    precondition?.(stored.version);
    const definition = patched(definitionOf(stored), fields);
    const before = definitionOf(stored);
    if (isDeepStrictEqual({ ...definition, version: before.version }, before)) {
      return renderCustomProfile(stored, await versionsOf(change, id));
    }
    const row = await addVersion(change, stored, definition);
    return renderCustomProfile(row, await versionsOf(change, id));
  });
  return withSample(call, profile, sample);
}

/** Rejects a name with a version, since a stored version never changes, and names that no workspace's profile has. */
export function assertUnpinned(id: string): void {
  if (!id.includes("@")) return void requireFound(isCustomChoice(id) || null, "channel profile", id);
  const [name] = id.split("@");
  throw new Problem("not_found", `A version does not change; name the profile without one: ${name}.`);
}

function patched(before: ProfileDefinition, patch: Omit<CustomProfilePatch, "sample">): ProfileDefinition {
  const { name, version, ...fields } = before;
  const result = parseBounded(definitionFieldsSchema, mergePatch(fields, patch));
  if (!result.success) throw validationFailed(faultsOf(result.error, definitionFieldsSchema));
  const { title, source, formats, columns, takes_any_column, tombstone, checks, files, values } = result.data;
  const next = { title, source, formats, columns, takes_any_column, tombstone, checks, files, values };
  const definition = JSON.parse(JSON.stringify({ name, version: String(Number(version) + 1), ...next }));
  assertProfileValid(definition as ProfileDefinition);
  return definition as ProfileDefinition;
}

async function addVersion(change: Change, stored: ProfileRow, definition: ProfileDefinition): Promise<ProfileRow> {
  const { tx, workspaceId, now, append, audit } = change;
  const { name } = stored;
  const version = stored.version + 1;
  const data = { workspaceId, name, version, definition: definition as object, createdAt: now };
  const row = await tx.channelProfile.create({ data });
  await redefineFollowers(change, definition);
  await deleteOldVersions(change, name);
  const object = profileEventObject(definition);
  const previous = previousValues(profileEventObject(definitionOf(stored)), object);
  await append("channel_profile.updated", object, { version: stored.version, ...previous });
  await audit("channel_profile.updated", name, { version });
  return row;
}

/** Deletes versions beyond the limit that no channel uses, the oldest first. */
async function deleteOldVersions(change: Change, name: string): Promise<void> {
  const { tx, workspaceId } = change;
  const old = (await versionsOf(change, name)).slice(LIMITS.channelProfileVersionsMax);
  if (old.length === 0) return;
  const pinned = await tx.channel.findMany({
    where: { workspaceId, profile: { in: old.map((version) => `${name}@${version}`) } },
    select: { profile: true },
  });
  const used = new Set(pinned.map(({ profile }) => profile));
  const unused = old.filter((version) => !used.has(`${name}@${version}`));
  await tx.channelProfile.deleteMany({ where: { workspaceId, name, version: { in: unused } } });
}
