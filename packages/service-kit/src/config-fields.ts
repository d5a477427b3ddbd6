import { isIP } from "node:net";
import { z } from "zod";

/*
 * Fields of a config schema. Each reads the text of one variable. Give a default with `.prefault("30s")`, in the text form, so that
 * the reference of settings shows what a person would write.
 */

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Any text that is not empty. */
export const text = () => z.string().min(1);

/** Text that is never shown: left out of the reference of settings and out of every error. */
export const secret = () => z.string().min(1).meta({ secret: true });

/** A TCP port; 0 means any free one. */
export const port = () => integer({ min: 0, max: 65_535 });

/** A whole number written in decimal digits, bounds included. */
export function integer({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine((value) => /^-?\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

/** An absolute address with one of the schemes, such as `["http", "https"]`; kept as it was written. */
export function url(schemes: readonly string[]) {
  const allowed = schemes.map((scheme) => `${scheme}://`).join(" or ");
  return z
    .string()
    .refine((value) => URL.canParse(value) && schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
      error: `must be an address that starts with ${allowed}`,
    });
}

/** A length of time with its unit, such as `500ms`, `30s`, `5m`, `2h` or `1d`; read as milliseconds. */
export function duration() {
  return z.string().transform((value, context) => {
    const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? [];
    if (amount !== undefined && isUnit(unit)) return Number(amount) * UNIT_MS[unit];
    context.addIssue({
      code: "custom",
      message: "must be a length of time with its unit, such as 500ms, 30s, 5m, 2h or 1d",
    });
    return z.NEVER;
  });
}

/** For `superRefine`: text that somebody else reads. The sentence of what that throws is the fault, and must not show the text. */
export const readableBy =
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

/** One of a few words. */
export function choice<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.enum(words, { error: `must be one of ${words.join(", ")}` });
}

/** Entries separated by commas, spaces around them ignored, empty entries dropped. */
export const commaList = () => z.string().transform(entriesOf);

/** IP ranges in CIDR form separated by commas; a single address stands for itself alone (`/32` or `/128`). */
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
