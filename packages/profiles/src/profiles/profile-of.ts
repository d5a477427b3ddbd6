import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { SimpleRule } from "@skucast/contracts/channels/rule";
import { profileNamed } from "./profile-list.js";

/** The profile of a channel, with the columns that its rules add if the profile allows any column. */
export function profileOf({ profile: name, rules }: Pick<Channel, "profile" | "rules">): ProfileDefinition {
  const profile = profileNamed(name);
  if (!profile.takes_any_column) return profile;
  const known = new Set(profile.columns.map((column) => column.name));
  const all = rules.flatMap((rule) => (rule.type === "if" ? [...rule.rules, ...(rule.otherwise ?? [])] : [rule]));
  const fields = all.flatMap(({ type, field }) => (CREATING_RULES.has(type) ? [field] : []));
  const added = [...new Set(fields)].filter((field) => !known.has(field));
  if (added.length === 0) return profile;
  return {
    ...profile,
    columns: [...profile.columns, ...added.map((field) => ({ name: field, type: "text" }) as const)],
  };
}

/** Rules that create a value; the others change an existing one. */
const CREATING_RULES: ReadonlySet<SimpleRule["type"]> = new Set(["constant", "template", "lookup"]);
