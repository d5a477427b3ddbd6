import { isIP } from "node:net";
import { z } from "zod";

/*
 * Fields of a config schema. Each parses the value of one variable. Give a default as a string, such as `.prefault("30s")`, so
 * that the reference of settings shows it in the form in which it is set.
 */

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Any string that is not empty. */
export const text = () => z.string().min(1);

/** A string that is never shown: not in the reference of settings and not in errors. */
export const secret = () => z.string().min(1).meta({ secret: true });

/** A TCP port; 0 means any free one. */
export const port = () => integer({ min: 0, max: 65_535 });

/** A whole number in decimal digits, from `min` to `max` inclusive. */
export function integer({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine((value) => /^-?\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

/** An absolute URL with one of the schemes, such as `["http", "https"]`. The string is kept unchanged. */
export function url(schemes: readonly string[]) {
  const allowed = schemes.map((scheme) => `${scheme}://`).join(" or ");
  return z
    .string()
    .refine((value) => URL.canParse(value) && schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
      error: `must be a URL that starts with ${allowed}`,
    });
}

/** A URL that is never shown, because it contains a password, with one of the schemes. Other parsers check the rest of it. */
export function secretUrl(schemes: readonly string[]) {
  const starts = schemes.map((scheme) => `${scheme}://`);
  return secret().refine((value) => starts.some((start) => value.startsWith(start)), {
    error: `must be a URL that starts with ${starts.join(" or ")}`,
  });
}

/** A duration with its unit, such as `500ms`, `30s`, `5m`, `2h` or `1d`, parsed to milliseconds. */
export function duration() {
  return z.string().transform((value, context) => {
    const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? [];
    if (amount !== undefined && isUnit(unit)) return Number(amount) * UNIT_MS[unit];
    context.addIssue({
      code: "custom",
      message: "must be a duration with its unit, such as 500ms, 30s, 5m, 2h or 1d",
    });
    return z.NEVER;
  });
}

/**
 * For `superRefine`: a string that another parser must accept. The parser's error message is used and must not contain
 * the string.
 */
export const parsableBy =
  (read: (text: string) => unknown) =>
  (value: string, context: z.RefinementCtx): void => {
    try {
      read(value);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
    }
  };

/** `true` or `false` (also 1/0, yes/no, on/off). */
export const flag = () =>
  z.stringbool({
    truthy: ["true", "1", "yes", "on"],
    falsy: ["false", "0", "no", "off"],
    error: "must be true or false",
  });

/** One of the given words. */
export function choice<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.enum(words, { error: `must be one of ${words.join(", ")}` });
}

/** Entries separated by commas, spaces around them ignored, empty entries dropped. */
export const commaList = () => z.string().transform(entriesOf);

/** IP ranges in CIDR notation, separated by commas. A single address becomes `/32` or `/128`. */
export function cidrList() {
  return z.string().transform((value, context) => {
    const ranges = entriesOf(value).map(rangeOf);
    if (ranges.every((range) => range !== undefined)) return ranges;
    context.addIssue({
      code: "custom",
      message: "must be IP ranges separated by commas, such as 10.0.0.0/8, 127.0.0.1, fd00::/8",
    });
    return z.NEVER;
  });
}

function isUnit(unit: string | undefined): unit is keyof typeof UNIT_MS {
  return unit !== undefined && Object.hasOwn(UNIT_MS, unit);
}

function entriesOf(value: string): string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function rangeOf(entry: string): string | undefined {
  const [address = "", bits, ...rest] = entry.split("/");
  const version = isIP(address);
  const bitsMax = version === 4 ? 32 : 128;
  if (version === 0 || address.includes("%") || rest.length > 0) return undefined;
  if (bits === undefined) return `${address}/${bitsMax}`;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax ? entry : undefined;
}
