/** What a token may do. API keys hold all of them unless created with fewer; OAuth tokens those the user granted. */
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

/** Members, keys, connected apps and the audit log of a workspace: never granted to an app. */
export const MANAGE_WORKSPACE = "workspace:manage";

/** Why a principal without the permission is refused. */
export const refusalOf = (permission: Permission): string =>
  permission === MANAGE_WORKSPACE
    ? `Only owners and admins of the workspace, and API keys that hold ${MANAGE_WORKSPACE}, may do this; connected apps may not.`
    : `The token is valid but lacks the scope ${permission}.`;

/** Why an app is refused what its user's role does not allow: to ask the user for it again would change nothing. */
export const roleRefusalOf = (scopes: readonly Scope[]): string =>
  `The user's role in this workspace does not allow ${scopes.join(" and ")}, so connecting again does not help; an owner or admin of the workspace can change the role.`;

/** What a principal may do: a scope, or managing the workspace itself. */
export type Permission = Scope | typeof MANAGE_WORKSPACE;

/** What an API key holds that was created without narrowing it. */
export const KEY_PERMISSIONS = [...SCOPES, MANAGE_WORKSPACE] as const satisfies readonly Permission[];

/** What a key with channels may hold at most: like a restricted member it manages nothing. */
export const permissionsOfKey = (
  scopes: readonly Permission[] | null,
  isLimitedToChannels: boolean,
): readonly Permission[] =>
  (scopes ?? KEY_PERMISSIONS).filter((scope) => !(isLimitedToChannels && scope === MANAGE_WORKSPACE));
