import type { ChannelProfile, ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { ISSUE_CODES } from "@skucast/contracts/channel-profiles/issue-codes";
import type { ChannelProfile as ProfileRow } from "@skucast/db/generated/client";
import { PROFILES, type ProfileName } from "@skucast/profiles/profiles/profile-list";
import { definitionOf } from "./stored-profiles.js";

const ISSUES = Object.entries(ISSUE_CODES).map(([code, [meaning, fix_hint]]) => ({ code, meaning, fix_hint }));

/** A built-in profile as returned to clients. */
export function renderProfile(profile: ProfileDefinition): ChannelProfile {
  const id = `${profile.name}@${profile.version}`;
  const is_newest = PROFILES[profile.name as ProfileName] === profile;
  return { id, is_newest, is_custom: false, ...profile, issues: ISSUES };
}

/** A profile of the workspace as returned to clients, with the numbers of its versions, the newest first. */
export function renderCustomProfile(row: ProfileRow, versions: readonly number[]): ChannelProfile {
  return {
    id: `${row.name}@${row.version}`,
    is_newest: versions[0] === row.version,
    is_custom: true,
    versions: [...versions],
    created_at: row.createdAt.toISOString(),
    ...definitionOf(row),
    issues: ISSUES,
  };
}
