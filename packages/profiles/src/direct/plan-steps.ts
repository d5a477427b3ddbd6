import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { type ChannelDefinition, fallbackOf } from "../channel/compile-channel.js";
import { takesAttribute } from "../channel/takes-attribute.js";
import { FORMATS } from "../formats/formats.js";
import { type Demands, demandsOf } from "./demands.js";

/** How a column's cell is made from the bytes of the product's field. `parsed`: products with this field are parsed. */
export type StepKind =
  | "text"
  | "word"
  | "plain"
  | "json"
  | "list"
  | "gtin"
  | "money"
  | "presence"
  | "absence"
  | "parsed"
  | "none";

/** One column of a row that is written without parsing the product. */
export interface Step {
  readonly kind: StepKind;
  /** Index of the field among the scanned ones; -1 without one. */
  readonly field: number;
  readonly isRequired: boolean;
  /** Above this many bytes the product is parsed, and its characters are counted. */
  readonly bytesMax: number;
  /** Above this many items the product is parsed, and some are left off. */
  readonly itemsMax: number;
  readonly words: readonly Word[];
  readonly decimals: number;
  /** Written after an amount: a space and the currency. */
  readonly suffix: Buffer;
  readonly isPositive: boolean;
  /** Which checks the column has: a product that may fail one of them is parsed. */
  readonly hasPlaceholders: boolean;
  readonly hasCapitals: boolean;
  readonly hasPrefixes: boolean;
  readonly isZeroDoubtful: boolean;
  /** Likewise for possible HTML, and for images that are neither JPEG nor PNG. */
  readonly hasMarkup: boolean;
  readonly isImage: boolean;
  /** The channel's default as the format writes it. */
  readonly fallback: Buffer | undefined;
  /** The key in JSON, with quotes and colon. */
  readonly key: Buffer;
}

/** One of our enum values with its closing quote, and the channel's value as the format writes it. */
export interface Word {
  readonly ours: Buffer;
  readonly theirs: Buffer;
}

export type DirectFormat = "csv" | "jsonl";

export interface StepPlan {
  readonly steps: readonly Step[];
  readonly fields: readonly string[];
  /** Products with one of these fields are parsed. */
  readonly parsedFields: readonly number[];
  /** The market's currency with its closing quote. */
  readonly currency: Buffer;
  readonly currencyField: number;
  readonly amountField: number;
  readonly availabilityField: number;
  /** Pairs of fields that must have different values. */
  readonly differing: readonly (readonly [number, number])[];
  /** Pairs of fields of which the first is ignored without the second. */
  readonly implied: readonly (readonly [number, number])[];
  /** Groups of fields of which a product must have one. */
  readonly identifying: readonly (readonly number[])[];
}

/** The plan of a channel's rows; undefined when its rules, defaults or translations need parsed products. */
export function planSteps(
  channel: ChannelDefinition,
  profile: ProfileDefinition,
  format: DirectFormat,
): StepPlan | undefined {
  if (channel.rules.length > 0 || (channel.market.untranslated ?? "allow") !== "allow") return undefined;
  const demands = demandsOf(channel, profile);
  if (demands === undefined) return undefined;
  const fields: string[] = [];
  const fieldNamed = (name: string): number => {
    const known = fields.indexOf(name);
    return known === -1 ? fields.push(name) - 1 : known;
  };
  const rootOf = (name: string) => profile.columns.find((column) => column.name === name)?.from?.split(".")[0] ?? "";
  const steps = profile.columns.map((column): Step => {
    const [root, member] = column.from?.split(".") ?? [];
    const isParsed = member !== undefined || demands.parsed.has(column.name);
    return {
      ...stepBasics(column, channel, format, demands),
      kind: root === undefined ? "none" : isParsed ? "parsed" : KINDS[column.type],
      field: root === undefined ? -1 : fieldNamed(root),
    };
  });
  const pairsOf = (type: "different" | "implies") =>
    profile.checks.flatMap((check): [number, number][] => {
      if (check.type !== type) return [];
      const other = check.type === "different" ? check.from : check.type === "implies" ? check.needs : "";
      return [[fieldNamed(rootOf(check.column)), fieldNamed(rootOf(other))]];
    });
  return {
    differing: pairsOf("different"),
    implied: pairsOf("implies"),
    identifying: demands.identifying.map((columns) => columns.map((column) => fieldNamed(rootOf(column)))),
    currency: Buffer.from(`${channel.market.currency}"`),
    currencyField: fieldNamed("price_currency"),
    amountField: fieldNamed("price_amount"),
    availabilityField: fieldNamed("availability"),
    parsedFields: [...parsedFieldsOf(profile).map(fieldNamed), ...fieldsOf(steps, "parsed")],
    steps,
    fields,
  };
}

/** Fields whose products need more than copied values. */
const PARSED_FIELDS = ["channel_overrides", "translations", "prices", "item_group_id", "variant_options"];

/** Custom attributes fill columns. */
const parsedFieldsOf = ({ columns }: ProfileDefinition): readonly string[] =>
  columns.some(takesAttribute) ? [...PARSED_FIELDS, "custom_attributes"] : PARSED_FIELDS;

const fieldsOf = (steps: readonly Step[], kind: StepKind): number[] =>
  steps.filter((step) => step.kind === kind).map(({ field }) => field);

/** Sales depend on the time, measures on several members: such products are parsed. */
const KINDS: Readonly<Record<Column["type"], StepKind>> = {
  text: "text",
  url: "text",
  moment: "text",
  sale_window: "parsed",
  enum: "word",
  integer: "plain",
  decimal: "plain",
  decimal_text: "parsed",
  boolean: "plain",
  money: "money",
  sale_money: "parsed",
  gtin: "gtin",
  presence: "presence",
  absence: "absence",
  shipping: "parsed",
  shipping_money: "parsed",
  variant_options: "parsed",
  measure: "parsed",
  comma_list: "list",
  text_list: "parsed",
  option_name: "parsed",
  option_value: "parsed",
  list: "json",
  object: "json",
  measures: "parsed",
};

function stepBasics(
  column: Column,
  channel: ChannelDefinition,
  format: DirectFormat,
  demands: Demands,
): Omit<Step, "kind" | "field"> {
  const { currency } = channel.market;
  const written = (cell: unknown) => writtenCell(column, cell, format);
  const doubtful = demands.doubtfulWords.get(column.name);
  // A translated value takes precedence over the same value kept as it is.
  const named = new Map([
    ...(column.allowed ?? []).map((word) => [word, word] as const),
    ...Object.entries(column.words ?? {}),
  ]);
  const words = [...named]
    .filter(([, theirs]) => !doubtful?.has(theirs))
    .map(([ours, theirs]) => ({ ours: Buffer.from(`${ours}"`), theirs: written(theirs) }));
  const fallback = fallbackOf(column, channel);
  return {
    isRequired: column.required === true || demands.required.has(column.name),
    bytesMax: column.max ?? column.advised_max ?? Number.POSITIVE_INFINITY,
    itemsMax: column.items_max ?? Number.POSITIVE_INFINITY,
    words,
    decimals: CURRENCY_DECIMALS.get(currency) ?? 2,
    suffix: Buffer.from(` ${currency}`),
    isPositive: column.positive === true,
    hasPlaceholders: column.placeholder !== undefined,
    hasCapitals: column.capitals !== undefined,
    hasPrefixes: column.reserved_prefix !== undefined,
    isZeroDoubtful: demands.zeroDoubtful.has(column.name),
    hasMarkup: column.plain_text === true,
    isImage: column.image_types !== undefined,
    fallback: fallback === undefined ? undefined : written(fallback),
    key: Buffer.from(`${JSON.stringify(column.name)}:`),
  };
}

/** A cell as the format's writer writes it. */
function writtenCell(column: Column, cell: unknown, format: DirectFormat): Buffer {
  const line = FORMATS[format]
    .writer([column])
    .row([cell as string])
    .slice(0, -1);
  return Buffer.from(format === "csv" ? line : line.slice(JSON.stringify(column.name).length + 2, -1));
}
