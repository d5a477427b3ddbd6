import type { Principal } from "@skucast/contracts/principal";

/**
 * The connected app (its grant) or the API key whose end also ends the access that it sets up; null if the access lasts. An
 * app or a key that expires must not leave behind a way in or out that outlives it.
 */
export function holderOf(principal: Principal): string | null {
  if (principal.kind === "oauth") return principal.grantId;
  return principal.kind === "api_key" && principal.expiresAt !== undefined ? principal.keyId : null;
}

interface BoundChange {
  /** The holder before the change. */
  readonly former: string | null;
  /** Whether the change decides where data goes or comes from, or who can sign it. */
  readonly isRedirected: boolean;
  /** Whether the request sets the status to active. */
  readonly isActivated: boolean;
}

/**
 * The holder after a change. Who redirects an access becomes its holder. Others take it over by activating it, so that it
 * lasts. An app does not become the holder of what lasts by changing anything else.
 */
export function holderAfter(principal: Principal, { former, isRedirected, isActivated }: BoundChange): string | null {
  const holder = holderOf(principal);
  if (holder === null) return isActivated || isRedirected ? null : former;
  return isRedirected || (isActivated && former !== null) ? holder : former;
}
