import { SCOPES, type Scope } from "@skucast/contracts/scopes";

const reading = SCOPES.filter((scope) => scope.endsWith(":read"));

/**
 * Access that a user can grant with one choice, independent of what the app requested. Each preset includes the one
 * before it.
 */
export const ACCESS_PRESETS = {
  read: reading,
  edit: [...reading, "products:write"],
  publish: [...reading, "products:write", "channels:write", "feeds:write"],
} as const satisfies Record<string, readonly Scope[]>;

export type AccessPreset = keyof typeof ACCESS_PRESETS;

export const isAccessPreset = (value: unknown): value is AccessPreset =>
  typeof value === "string" && Object.hasOwn(ACCESS_PRESETS, value);
