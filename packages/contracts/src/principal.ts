import { MANAGE_WORKSPACE, type Permission } from "./scopes.js";

interface InWorkspace {
  readonly workspaceId: string;
  /** What it may do; for a user, at most what the role allows. */
  readonly scopes: ReadonlySet<Permission>;
  /** When the workspace is deleted; absent if it is not. Until then nothing in it can be changed. */
  readonly deletesAt?: Date;
}

/** Who acts, and in which workspace. Created by authentication and passed to every operation; never read from a body. */
export type Principal =
  | (InWorkspace & {
      readonly kind: "api_key";
      readonly keyId: string;
      /** When the key expires; absent if it does not. */
      readonly expiresAt?: Date;
      /** The channels that the key is limited to; absent for the whole workspace. */
      readonly channelIds?: readonly string[];
    })
  | (InWorkspace & {
      readonly kind: "oauth";
      readonly userId: string;
      readonly clientId: string;
      readonly grantId: string;
      /** What the user's role allows, whether granted to the app or not. Asking the user for more is pointless. */
      readonly allowedByRole: ReadonlySet<Permission>;
    })
  | (InWorkspace & {
      readonly kind: "user";
      readonly userId: string;
      readonly sessionId: string;
      /** When the person last proved who they are in this session. */
      readonly authenticatedAt: Date;
    })
  | (InWorkspace & { readonly kind: "system" });

/** Id of the caller: a key or a user, with or without an app. */
export function callerOf(principal: Principal): string {
  if (principal.kind === "api_key") return principal.keyId;
  return principal.kind === "system" ? "system" : principal.userId;
}

/** What a transaction is bound to: row-level security filters by this workspace and actor. */
export interface Binding {
  readonly workspaceId: string;
  /** Id of a user or of a key with channels, whose role and channels the database looks up; or `*` for everything. */
  readonly actor: string;
  /** Shows endpoints that receive the audit log, and their deliveries. */
  readonly readsAuditLog?: boolean;
}

/** For keys and workers: not restricted by roles and channels, but still isolated from other workspaces. */
export const wholeWorkspace = (workspaceId: string): Binding => ({ workspaceId, actor: "*" });

/** The binding of a principal's transactions. */
export function bindingOf(principal: Principal): Binding {
  const { workspaceId } = principal;
  const readsAuditLog = principal.scopes.has(MANAGE_WORKSPACE);
  return { workspaceId, actor: actorOf(principal), ...(readsAuditLog && { readsAuditLog }) };
}

function actorOf(principal: Principal): string {
  if (principal.kind === "oauth" || principal.kind === "user") return principal.userId;
  if (principal.kind === "api_key" && principal.channelIds) return principal.keyId;
  return "*";
}
