import { LIMITS } from "@skucast/contracts/limits";
import { nearest } from "@skucast/contracts/nearest";
import { z } from "zod";
import { fitFields } from "./fit-fields.js";

interface ViewOptions<Key extends string> {
  /** The identifying field, which is always returned. */
  readonly key: Key;
  readonly concise: readonly string[];
  readonly known: readonly string[];
  readonly defaultFormat: "concise" | "detailed";
  /** Token limit. Above it, the most expensive fields are omitted and named. */
  readonly tokensMax?: number;
}

interface ViewInput {
  readonly response_format: "concise" | "detailed";
  readonly fields?: readonly string[] | undefined;
}

/** Selects the fields of an object in a result: the most needed ones, all, or the named ones. */
export interface View<Key extends string> {
  /** Members of the tool's input. */
  readonly input: {
    readonly response_format: z.ZodDefault<z.ZodEnum<{ concise: "concise"; detailed: "detailed" }>>;
    readonly fields: z.ZodOptional<z.ZodArray<z.ZodString>>;
  };
  /** The object with the requested fields, as far as they fit. `omitted_fields` names the others. */
  show<T extends Keyed<Key>>(thing: T, input: ViewInput): Shown<Key>;
}

type Keyed<Key extends string> = { readonly [K in Key]: string };
type Shown<Key extends string> = Keyed<Key> & Record<string, unknown>;

/**
 * Creates a view. Field names are checked here and not listed as an enumeration in the input schema, which every client
 * would pay for.
 */
export function createView<Key extends string>(options: ViewOptions<Key>): View<Key> {
  const { key, concise, known, defaultFormat, tokensMax = LIMITS.toolEntryTokensMax } = options;
  const names = new Set(known);
  const fields = z
    .array(z.string().check(fieldCheck(names, known)))
    .min(1)
    .max(100)
    .optional();
  const format = z.enum(["concise", "detailed"]).default(defaultFormat);
  // Where it is the default, each answer shows what concise means, and the list of tools has a token budget.
  const response_format =
    defaultFormat === "concise"
      ? format
      : format.describe(`concise: ${concise.filter((name) => name !== key).join(", ")}.`);
  return {
    input: { response_format, fields },
    show(thing, input) {
      const named: readonly string[] | undefined =
        input.fields ?? (input.response_format === "concise" ? concise : undefined);
      const entries = named ? namedEntries(thing, [key, ...named]) : Object.entries(thing);
      const given = entries.filter(([, value]) => value !== undefined);
      const { kept, omitted } = fitFields(given, tokensMax);
      // The key is always included, even if it is the longest field.
      const shown = { ...kept, ...(omitted.length > 0 && { omitted_fields: omitted }), [key]: thing[key] };
      return shown as Shown<Key>;
    },
  };
}

/** The named fields, in the object's order; for `field.member` only that member. */
function namedEntries(thing: object, names: readonly string[]): [name: string, value: unknown][] {
  return Object.entries(thing).flatMap(([name, value]) => {
    if (names.includes(name)) return [[name, value]];
    const members = names.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1));
    const entries = Object.entries(Object(value)).filter(([member]) => members.includes(member));
    return entries.length > 0 ? [[name, Object.fromEntries(entries)]] : [];
  });
}

function fieldCheck(names: ReadonlySet<string>, known: readonly string[]) {
  return (payload: z.core.ParsePayload<string>): void => {
    const { value } = payload;
    if (names.has(value.split(".", 1)[0] ?? "")) return;
    const near = nearest(value, known);
    const message = `is not a field${near ? `; did you mean ${near}?` : "."} Fields are ${known.join(", ")}`;
    payload.issues.push({ code: "custom", message, input: value, params: { code: "not_allowed" } });
  };
}
