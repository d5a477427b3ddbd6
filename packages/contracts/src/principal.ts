import type { Permission } from "./scopes.js";

interface InWorkspace {
  readonly workspaceId: string;
  /** What it may do; for people, no more than their role allows. */
  readonly scopes: ReadonlySet<Permission>;
}

/** Who acts, and in which workspace. Made by authentication, passed to every verb, never read from a body. */
export type Principal =
  | (InWorkspace & {
      readonly kind: "api_key";
      readonly keyId: string;
      /** When the key ends; absent where it does not. */
      readonly expiresAt?: Date;
      /** The channels that it is limited to; absent for the whole workspace. */
      readonly channelIds?: readonly string[];
    })
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
  /** A person, or a key with channels, by id: the database looks up role and channels; or `*`, for the whole workspace. */
  readonly actor: string;
}

/** For keys and workers: past the rules that row-level security has for people, not past those between workspaces. */
export const wholeWorkspace = (workspaceId: string): Binding => ({ workspaceId, actor: "*" });

/** What the database is told of a principal. */
export function bindingOf(principal: Principal): Binding {
  const { workspaceId } = principal;
  if (principal.kind === "oauth" || principal.kind === "user") return { workspaceId, actor: principal.userId };
  if (principal.kind === "api_key" && principal.channelIds) return { workspaceId, actor: principal.keyId };
  return wholeWorkspace(workspaceId);
}
