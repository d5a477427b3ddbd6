import type { ChannelProfile, ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { ISSUE_CODES } from "@skucast/contracts/channel-profiles/issue-codes";
import { PROFILES, type ProfileName } from "@skucast/profiles/profiles/profile-list";

const ISSUES = Object.entries(ISSUE_CODES).map(([code, [meaning, fix_hint]]) => ({ code, meaning, fix_hint }));

/** A profile as returned to clients. */
export function renderProfile(profile: ProfileDefinition): ChannelProfile {
  const id = `${profile.name}@${profile.version}`;
  return { id, is_newest: PROFILES[profile.name as ProfileName] === profile, ...profile, issues: ISSUES };
}
