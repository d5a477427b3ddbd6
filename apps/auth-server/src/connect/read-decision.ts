import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import { SCOPES, type Scope } from "@skucast/contracts/scopes";
import { texts } from "../language/request-language.js";
import { ACCESS_PRESETS, isAccessPreset } from "./access-presets.js";
import type { ConsentParts } from "./consent-model.js";

/** The user's decision on the consent page. */
export type Decision =
  | { readonly type: "allow"; readonly workspaceId: string; readonly scopes: readonly Scope[] }
  | { readonly type: "deny" }
  | { readonly type: "error"; readonly sentence: string };

/**
 * Reads the decision from a form: a preset or the checked boxes. The user may allow more or less than the app
 * requested. Only the user's own workspaces and the scopes of the role there count, because a form can be forged.
 */
export function readDecision(form: unknown, { memberships }: Pick<ConsentParts, "memberships">): Decision {
  const fields: Readonly<Record<string, unknown>> = typeof form === "object" && form !== null ? { ...form } : {};
  if (fields.decision !== "allow") return { type: "deny" };
  const membership = memberships.find(({ workspaceId }) => workspaceId === fields.workspace);
  if (membership === undefined) return { type: "error", sentence: texts().forms.errors.chooseWorkspace };
  const { access, scope } = fields;
  const chosen: readonly unknown[] = isAccessPreset(access) ? ACCESS_PRESETS[access] : [scope].flat();
  const allowed = PERMISSIONS_OF_ROLE[membership.role];
  const scopes = SCOPES.filter((each) => chosen.includes(each) && allowed.has(each));
  if (scopes.length === 0) {
    return { type: "error", sentence: texts().forms.errors.choosePermission };
  }
  return { type: "allow", workspaceId: membership.workspaceId, scopes };
}
