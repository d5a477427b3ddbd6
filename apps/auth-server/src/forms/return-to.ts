const LENGTH_MAX = 2_048;

/**
 * Where to go after signing in: a path of this origin, or null for anything that a browser would take for an address
 * elsewhere (`//host`, `/\host`, another scheme, however it is written).
 */
export function safeReturnTo(value: unknown, publicUrl: string): string | null {
  if (typeof value !== "string" || value.length > LENGTH_MAX || !value.startsWith("/")) return null;
  const { origin } = new URL(publicUrl);
  if (!URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  const path = `${url.pathname}${url.search}`;
  // Dots are resolved by now, which may have left two slashes at the start.
  return url.origin === origin && !path.startsWith("//") ? path : null;
}

/** The query by which a page hands on where to return; empty when there is nowhere. */
export const returnQuery = (returnTo: string | null): string =>
  returnTo === null ? "" : `?return_to=${encodeURIComponent(returnTo)}`;

/** Where who has come in goes: to where they wanted, else to the dashboard. */
export const landingOf = (returnTo: string | null): string => returnTo ?? "/";
