import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import type { Scope } from "@skucast/contracts/scopes";
import type { ConsentParts } from "./consent-model.js";

/** What a person decided on the consent page. */
export type Decision =
  | { readonly type: "allow"; readonly workspaceId: string; readonly scopes: readonly Scope[] }
  | { readonly type: "deny" }
  | { readonly type: "fault"; readonly sentence: string };

/**
 * The decision in a form. What was sent counts only within what the app asked for, the person's workspaces and what the
 * role there allows: a form can be made up.
 */
export function readDecision(form: unknown, { request, memberships }: Omit<ConsentParts, "session">): Decision {
  const fields: Readonly<Record<string, unknown>> = typeof form === "object" && form !== null ? { ...form } : {};
  if (fields.decision !== "allow") return { type: "deny" };
  const membership = memberships.find(({ workspaceId }) => workspaceId === fields.workspace);
  if (membership === undefined) return { type: "fault", sentence: "Choose one of your workspaces." };
  const chosen = [fields.scope].flat();
  const allowed = PERMISSIONS_OF_ROLE[membership.role];
  const scopes = request.scopes.filter((scope) => chosen.includes(scope) && allowed.has(scope));
  if (scopes.length === 0) {
    return { type: "fault", sentence: "Choose at least one thing that the app may do, and that your role allows." };
  }
  return { type: "allow", workspaceId: membership.workspaceId, scopes };
}
