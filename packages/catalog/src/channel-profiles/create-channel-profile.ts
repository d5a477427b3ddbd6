import type { ProfileDefinition, WrittenProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { CustomProfileCreate } from "@skucast/contracts/channel-profiles/custom-profile";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { assertProfileValid } from "./assert-profile-valid.js";
import { profileEventObject } from "./profile-event-object.js";
import { renderCustomProfile } from "./render-profile.js";
import { assertSampleAllowed, withSample } from "./sample-profile.js";
import { findProfile, lockProfile } from "./stored-profiles.js";

type CreateCall = Call<{ profile: CustomProfileCreate } & WriteOptions>;

/** Creates a profile of the workspace as version 1. A dry run can return a sample of the files. */
export async function createChannelProfile(call: CreateCall): Promise<WrittenProfile> {
  const { profile: given } = call.input;
  const { name, sample } = given;
  assertSampleAllowed(call, sample);
  const profile = await runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const definition = definitionFrom(given);
    assertProfileValid(definition);
    const count = async () => (await tx.channelProfile.groupBy({ by: ["name"], where: { workspaceId } })).length;
    await assertBelowLimit(change, { count, max: LIMITS.channelProfilesPerWorkspace, noun: "channel profiles" });
    await lockProfile(change, name);
    if (await findProfile(change, name)) {
      throw new Problem("conflict", `There is already a profile ${name}; PATCH it, or choose another name.`);
    }
    const data = { workspaceId, name, version: 1, definition: definition as object, createdAt: now };
    const row = await tx.channelProfile.create({ data });
    await append("channel_profile.created", profileEventObject(definition), {});
    await audit("channel_profile.created", name, { title: definition.title });
    return renderCustomProfile(row, [1]);
  });
  return withSample(call, profile, sample);
}

/** The definition in a body, without what an export adds. */
export function definitionFrom(given: CustomProfileCreate): ProfileDefinition {
  const { name, title, source, formats, columns, takes_any_column, tombstone, checks, files, values } = given;
  const fields = {
    name,
    version: "1",
    title,
    source,
    formats,
    columns,
    takes_any_column,
    tombstone,
    checks,
    files,
    values,
  };
  return JSON.parse(JSON.stringify(fields)) as ProfileDefinition;
}
