import { SERVICE_NAME } from "@skucast/contracts/service";

/** Controls, line separators, and marks that turn the direction of text or cannot be seen (Unicode classes C, Zl, Zp). */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The longest host name (RFC 1035, section 2.3.4): a host is shown whole, since whoever cut it would choose what is read. */
const HOST_LENGTH_MAX = 253;

/** A host that stands for who asks, whole. */
export const cleanHost = (host: string): string => cleanText(host, HOST_LENGTH_MAX);

/**
 * What an app claims as its name, for a place between quotation marks: without any of its own, which could end them and go
 * on in our voice. Nothing of a name that claims to be ours or a check mark, or mixes scripts so that letters look like others.
 */
export function cleanClaimedName(name: string): string {
  const clean = cleanText(name.normalize("NFKC").replace(QUOTES, "").replace(SEALS, ""));
  const scripts = LOOKALIKE_SCRIPTS.filter((script) => script.test(clean));
  return scripts.length > 1 || clean.toLowerCase().includes(SERVICE_NAME.toLowerCase()) ? "" : clean;
}

/** Quotation marks of all kinds (Unicode classes Pi, Pf, and the plain ones). */
const QUOTES = /["`\u201a\u201e\u2e42\u300c-\u300f\p{Pi}\p{Pf}]/gu;
/** Check marks and ticks, as a verified account has them elsewhere. */
const SEALS = /[\u2705\u2611\u2713\u2714\u{1f5f8}\u{1f396}\u{1f3c5}\u{1f6e1}]/gu;
/** Scripts whose letters look like one another's. */
const LOOKALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * A text that someone chose for themself, made harmless to read: nothing in it that is unseen or turns the direction of
 * what follows, blanks folded, and no longer than `lengthMax` characters.
 */
export function cleanText(text: string, lengthMax = 80): string {
  const characters = [...text.replace(/\s+/gu, " ").replace(UNSEEN, "").replace(/ {2,}/g, " ").trim()];
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join("")}…` : characters.join("");
}
