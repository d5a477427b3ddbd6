import { normalized } from "@skucast/contracts/normal-form";
import { SERVICE_NAME } from "@skucast/contracts/service";

/**
 * Control characters, line separators, and characters that are invisible or change the text direction (Unicode classes
 * C, Zl, Zp, and those that programs ignore or that look like a space), except what makes a sign an emoji.
 */
const INVISIBLE = /(?!\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The longest host name (RFC 1035, section 2.3.4). Hosts are never cut: an app could otherwise choose which part is
 * visible.
 */
const HOST_LENGTH_MAX = 253;

/** The host of an app, in full. */
export const cleanHost = (host: string): string => cleanText(host, HOST_LENGTH_MAX);

/**
 * A claimed app name, safe to show between quotation marks. Quotation marks, which could end the quotation and continue
 * in our voice, and check marks are removed. Returns "" if the name contains ours or mixes scripts with lookalike
 * letters.
 */
export function cleanClaimedName(name: string): string {
  const clean = cleanText(normalized(name, "NFKC").replace(QUOTES, "").replace(CHECK_MARKS, ""));
  const scripts = LOOKALIKE_SCRIPTS.filter((script) => script.test(clean));
  return scripts.length > 1 || clean.toLowerCase().includes(SERVICE_NAME.toLowerCase()) ? "" : clean;
}

/** All quotation marks (Unicode classes Pi, Pf, and the plain ones). */
const QUOTES = /["`\u201a\u201e\u2e42\u300c-\u300f\p{Pi}\p{Pf}]/gu;
/** Check marks, which other services show for verified accounts. */
const CHECK_MARKS = /[\u2705\u2611\u2713\u2714\u{1f5f8}\u{1f396}\u{1f3c5}\u{1f6e1}]/gu;
/** Scripts with lookalike letters. */
const LOOKALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * Makes a user-chosen string safe to read: removes characters that are invisible or change the text direction,
 * collapses spaces, and cuts it to `lengthMax` characters.
 */
export function cleanText(text: string, lengthMax = 80): string {
  const characters = [...text.replace(/\s+/gu, " ").replace(INVISIBLE, "").replace(/ {2,}/g, " ").trim()];
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join("")}…` : characters.join("");
}
