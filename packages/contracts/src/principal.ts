import type { Permission } from "./scopes.js";

interface InWorkspace {
  readonly workspaceId: string;
  /** What it may do; for people, no more than their role allows. */
  readonly scopes: ReadonlySet<Permission>;
}

/** Who acts, and in which workspace. Made by authentication, passed to every verb, never read from a body. */
export type Principal =
  | (InWorkspace & { readonly kind: "api_key"; readonly keyId: string })
  | (InWorkspace & {
      readonly kind: "oauth";
      readonly userId: string;
      readonly clientId: string;
      readonly grantId: string;
      /** What the person's role allows, granted or not: to ask the person for more would be in vain. */
      readonly allowedByRole: ReadonlySet<Permission>;
    })
  | (InWorkspace & { readonly kind: "user"; readonly userId: string; readonly sessionId: string })
  | (InWorkspace & { readonly kind: "system" });

/** Id of who calls: a key, or a person, through whichever app. */
export function callerOf(principal: Principal): string {
  if (principal.kind === "api_key") return principal.keyId;
  return principal.kind === "system" ? "system" : principal.userId;
}

/** What a transaction is bound to: in which workspace, and as whom, the database is asked. */
export interface Binding {
  readonly workspaceId: string;
  /** A person by id, whose role and channels the database looks up; or `*`, for the whole workspace. */
  readonly actor: string;
}

/** For keys and workers: past the rules that row-level security has for people, not past those between workspaces. */
export const wholeWorkspace = (workspaceId: string): Binding => ({ workspaceId, actor: "*" });

/** What the database is told of a principal. */
export const bindingOf = (principal: Principal): Binding =>
  principal.kind === "oauth" || principal.kind === "user"
    ? { workspaceId: principal.workspaceId, actor: principal.userId }
    : wholeWorkspace(principal.workspaceId);
