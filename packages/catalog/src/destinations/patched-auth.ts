import {
  type Destination,
  type DestinationAuth,
  type DestinationAuthPatch,
  destinationAuthSchema,
} from "@skucast/contracts/destinations/destination";
import { faultsBelow } from "@skucast/contracts/faults";
import { validationFailed } from "@skucast/contracts/problem";

/** The change of a login by a patch: a new login, or another password for the same key; null for no change. */
export type AuthChange =
  | { readonly type: "login"; readonly auth: DestinationAuth }
  | { readonly type: "password_of_key"; readonly password: string | undefined }
  | null;

/**
 * The change that a patch makes to a login. A login by key keeps its key, whose public part the partner has installed: only
 * rotating it creates another one.
 */
export function patchedAuth(before: Destination["auth"], patch: DestinationAuthPatch | undefined): AuthChange {
  if (patch === undefined) return null;
  const { type = before.type, password } = patch;
  if (type !== "password" && type !== "public_key") return wholeLogin(before, { ...patch, type });
  if (type === "public_key") {
    const given = password ?? undefined;
    if (before.type !== type) return { type: "login", auth: { type, ...(given && { password: given }) } };
    const isSame = password === undefined || (password === null && !before.has_password);
    return isSame ? null : { type: "password_of_key", password: given };
  }
  if (typeof password === "string") return { type: "login", auth: { type, password } };
  if (password === undefined && before.type === type) return null;
  throw validationFailed([
    { pointer: "/auth/password", code: "required", message: "is required for a login with a password" },
  ]);
}

/** A login that is replaced as a whole. */
function wholeLogin(before: Destination["auth"], given: DestinationAuthPatch): AuthChange {
  if (given.type === "none" && before.type === "none") return null;
  const parsed = destinationAuthSchema.safeParse(given);
  if (!parsed.success) throw validationFailed(faultsBelow("/auth", parsed.error, destinationAuthSchema));
  return { type: "login", auth: parsed.data };
}
