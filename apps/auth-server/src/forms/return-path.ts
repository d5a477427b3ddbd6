const LENGTH_MAX = 2_048;

/**
 * A safe path of this origin to return to after sign-in; null for anything that a browser would treat as another origin
 * (`//host`, `/\host`, another scheme, in any notation).
 */
export function safeReturnTo(value: unknown, publicUrl: string): string | null {
  if (typeof value !== "string" || value.length > LENGTH_MAX || !value.startsWith("/")) return null;
  const { origin } = new URL(publicUrl);
  if (!URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  const path = `${url.pathname}${url.search}`;
  // Resolving dot segments can leave two slashes at the start.
  return url.origin === origin && !path.startsWith("//") ? path : null;
}

/** The query that passes the return path on; empty if there is none. */
export const returnQuery = (returnTo: string | null): string =>
  returnTo === null ? "" : `?return_to=${encodeURIComponent(returnTo)}`;

/** Where to go after sign-in: the return path, or the dashboard. */
export const landingPath = (returnTo: string | null): string => returnTo ?? "/";
