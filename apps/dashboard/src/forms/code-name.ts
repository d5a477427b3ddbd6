/**
 * What a typed code stands for, in the user's language: "Germany" for the country `DE`. Undefined for text that is no
 * known code.
 */
export function codeName(type: "region" | "currency" | "language", code: string, locale: string): string | undefined {
  try {
    return new Intl.DisplayNames([locale], { type, fallback: "none" }).of(code.trim());
  } catch {
    return undefined;
  }
}
