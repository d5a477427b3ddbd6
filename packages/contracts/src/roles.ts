import { MANAGE_WORKSPACE, type Permission, SCOPES } from "./scopes.js";

/** Roles of the members of a workspace. */
export const ROLES = ["owner", "admin", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Roles whose membership may be restricted to some channels. */
export const RESTRICTABLE_ROLES: readonly Role[] = ["editor", "viewer"];

const reads = SCOPES.filter((scope) => scope.endsWith(":read"));

/** What each role may do. Only owners may appoint or remove owners: the member operations check this. */
export const PERMISSIONS_OF_ROLE: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set([...SCOPES, MANAGE_WORKSPACE]),
  admin: new Set([...SCOPES, MANAGE_WORKSPACE]),
  editor: new Set(SCOPES),
  viewer: new Set(reads),
};
