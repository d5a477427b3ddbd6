import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import { SCOPES, type Scope } from "@skucast/contracts/scopes";
import { ACCESS_PRESETS, isAccessPreset } from "./access-presets.js";
import type { ConsentParts } from "./consent-model.js";

/** What a person decided on the consent page. */
export type Decision =
  | { readonly type: "allow"; readonly workspaceId: string; readonly scopes: readonly Scope[] }
  | { readonly type: "deny" }
  | { readonly type: "fault"; readonly sentence: string };

/**
 * The decision in a form: a preset, or the boxes that are checked. The person may allow more than the app asked for, or less.
 * What was sent counts only within the person's workspaces and what the role there allows: a form can be made up.
 */
export function readDecision(form: unknown, { memberships }: Pick<ConsentParts, "memberships">): Decision {
  const fields: Readonly<Record<string, unknown>> = typeof form === "object" && form !== null ? { ...form } : {};
  if (fields.decision !== "allow") return { type: "deny" };
  const membership = memberships.find(({ workspaceId }) => workspaceId === fields.workspace);
  if (membership === undefined) return { type: "fault", sentence: "Choose one of your workspaces." };
  const { access, scope } = fields;
  const chosen: readonly unknown[] = isAccessPreset(access) ? ACCESS_PRESETS[access] : [scope].flat();
  const allowed = PERMISSIONS_OF_ROLE[membership.role];
  const scopes = SCOPES.filter((each) => chosen.includes(each) && allowed.has(each));
  if (scopes.length === 0) {
    return { type: "fault", sentence: "Choose at least one thing that the app may do, and that your role allows." };
  }
  return { type: "allow", workspaceId: membership.workspaceId, scopes };
}
