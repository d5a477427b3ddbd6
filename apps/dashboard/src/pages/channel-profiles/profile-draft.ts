import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { FileEncoding } from "@skucast/contracts/channel-profiles/file-encodings";
import { isJsonObject } from "@skucast/contracts/merge-patch";
import type { Fault } from "@skucast/contracts/problem";

/** The members of a profile that its author writes. */
const WRITTEN = [
  "title",
  "source",
  "formats",
  "files",
  "values",
  "columns",
  "takes_any_column",
  "tombstone",
  "checks",
] as const;

/** The definition of a profile as JSON to edit. */
export function textOfProfile(profile: ChannelProfile): string {
  const members = WRITTEN.map((name) => [name, profile[name]] as const);
  return JSON.stringify(Object.fromEntries(members.filter(([, value]) => value !== undefined)), null, 2);
}

/** What a new profile starts with. */
export const FIRST_TEXT = JSON.stringify(
  {
    title: "My marketplace",
    formats: ["csv"],
    files: { csv: { delimiter: ";", encoding: "utf-8", line_end: "lf" } },
    values: { decimal_separator: ",", currency: "none", date: "DD.MM.YYYY" },
    columns: [
      { name: "id", header: "SKU", type: "text", from: "sku", required: true },
      { name: "title", header: "Title", type: "text", from: "title", required: true, max: 80 },
      { name: "price", header: "Price", type: "money", from: "price_amount", required: true },
    ],
  },
  null,
  2,
);

export type ReadText =
  | { readonly ok: true; readonly definition: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly fault: Fault };

/** Reads an edited text; its error has the position at which the text stops being JSON. */
export function readText(text: string): ReadText {
  try {
    const definition: unknown = JSON.parse(text);
    if (isJsonObject(definition)) return { ok: true, definition };
    return { ok: false, fault: { pointer: "", code: "invalid_type", message: "must be a JSON object" } };
  } catch (error) {
    return { ok: false, fault: { pointer: "", code: "invalid_json", message: String((error as Error).message) } };
  }
}

type Definition = Readonly<Record<string, unknown>>;
const memberOf = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);

/** Formats whose files have an encoding. */
const ENCODED = ["csv", "xml"] as const;
const encodedFormats = ({ formats }: Definition) =>
  ENCODED.filter((format) => Array.isArray(formats) && formats.includes(format));

/** The encoding of a definition's text files; undefined if it has none, or another one for each format. */
export function encodingIn(definition: Definition): string | undefined {
  const found = encodedFormats(definition).map(
    (format) => memberOf(memberOf(definition.files, format), "encoding") ?? "utf-8",
  );
  const [first] = found;
  return typeof first === "string" && found.every((encoding) => encoding === first) ? first : undefined;
}

/** A definition with the encoding in all its text files. */
export function withEncoding(definition: Definition, encoding: FileEncoding): Definition {
  const files = isJsonObject(definition.files) ? definition.files : {};
  const changed = encodedFormats(definition).map((format) => {
    const form = memberOf(files, format);
    return [format, { ...(isJsonObject(form) ? form : {}), encoding }] as const;
  });
  return { ...definition, files: { ...files, ...Object.fromEntries(changed) } };
}

/** The merge patch (RFC 7396) that turns one JSON value into another. */
export function patchBetween(before: unknown, after: unknown): unknown {
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries([
    ...removed.map((name) => [name, null] as const),
    ...changed.map(([name, value]) => [name, patchBetween(before[name], value)] as const),
  ]);
}
