/** What a token may do. API keys have all scopes unless created with fewer; OAuth tokens have those that the user granted. */
export const SCOPES = [
  "products:read",
  "products:write",
  "channels:read",
  "channels:write",
  "feeds:read",
  "feeds:write",
  "webhooks:read",
  "webhooks:write",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Manage members, keys, connected apps and the audit log of a workspace. Never granted to an app. */
export const MANAGE_WORKSPACE = "workspace:manage";

/** The error detail for a principal without the permission. */
export const missingPermissionMessage = (permission: Permission): string =>
  permission === MANAGE_WORKSPACE
    ? `Only owners and admins of the workspace, and API keys with ${MANAGE_WORKSPACE}, may do this; connected apps may not.`
    : `The token is valid but lacks the scope ${permission}.`;

/** The error detail for an app whose user's role does not allow the scopes: asking the user again would not help. */
export const roleDeniedMessage = (scopes: readonly Scope[]): string =>
  `The user's role in this workspace does not allow ${scopes.join(" and ")}, so connecting again does not help; an owner or admin of the workspace can change the role.`;

/** What a principal may do: a scope, or managing the workspace itself. */
export type Permission = Scope | typeof MANAGE_WORKSPACE;

/** The permissions of an API key that was created without limits. */
export const KEY_PERMISSIONS = [...SCOPES, MANAGE_WORKSPACE] as const satisfies readonly Permission[];

/** The permissions of a key. A key that is limited to channels cannot manage the workspace, like a restricted member. */
export const permissionsOfKey = (
  scopes: readonly Permission[] | null,
  isLimitedToChannels: boolean,
): readonly Permission[] =>
  (scopes ?? KEY_PERMISSIONS).filter((scope) => !(isLimitedToChannels && scope === MANAGE_WORKSPACE));
