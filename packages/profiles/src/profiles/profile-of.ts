import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Channel } from "@skucast/contracts/channels/channel";
import { type SimpleRule, simpleRulesOf } from "@skucast/contracts/channels/rule";
import { profileNamed } from "./profile-list.js";

/** What determines a channel's profile: its name, and for a profile of the workspace its stored definition. */
export type ProfileChoice = Pick<Channel, "profile"> & (Defined | Unstored);

interface Defined {
  /** Null for a built-in profile. */
  readonly definition: ProfileDefinition | null;
}

/** A channel that was read from the database must have the member, which clients are not shown. */
interface Unstored {
  readonly definition?: ProfileDefinition | null | undefined;
  readonly updated_at?: never;
}

/** The profile as its author or the channel's partner published it, without what a channel's rules add. */
export const chosenProfile = ({ profile, definition }: ProfileChoice): ProfileDefinition =>
  definition ? withColumnFormats(definition) : profileNamed(profile);

/** The profile of a channel, with the columns that its rules add if the profile allows any column. */
export function profileOf({ rules, ...choice }: ProfileChoice & Pick<Channel, "rules">): ProfileDefinition {
  const profile = chosenProfile(choice);
  if (!profile.takes_any_column) return profile;
  const known = new Set(profile.columns.map((column) => column.name));
  const fields = simpleRulesOf(rules).flatMap(({ type, field }) => (CREATING_RULES.has(type) ? [field] : []));
  const added = [...new Set(fields)].filter((field) => !known.has(field));
  if (added.length === 0) return profile;
  return {
    ...profile,
    columns: [...profile.columns, ...added.map((field) => ({ name: field, type: "text" }) as const)],
  };
}

/** Rules that create a value; the others change an existing one. */
const CREATING_RULES: ReadonlySet<SimpleRule["type"]> = new Set(["constant", "template", "lookup", "lookup_table"]);

/** The profile with the value format of each column in the column. */
function withColumnFormats(profile: ProfileDefinition): ProfileDefinition {
  const { values, columns } = profile;
  if (values === undefined) return profile;
  return { ...profile, columns: columns.map((column) => ({ ...column, format: { ...values, ...column.format } })) };
}
