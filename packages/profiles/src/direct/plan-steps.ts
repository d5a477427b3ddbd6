import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { ChannelDefinition } from "../channel/compile-channel.js";
import { FORMATS } from "../formats/formats.js";
import type { Column, Profile } from "../profiles/profile.js";

/** How a column's cell is made from the bytes of the product's field. `parsed` rows go the long way. */
export type StepKind = "text" | "word" | "plain" | "json" | "list" | "gtin" | "money" | "presence" | "parsed" | "none";

/** One column of a row that is written without parsing the product. */
export interface Step {
  readonly kind: StepKind;
  /** Place of the field among the scanned ones; -1 without one. */
  readonly field: number;
  readonly isRequired: boolean;
  /** Bytes above which the long way counts the characters. */
  readonly bytesMax: number;
  /** Items above which the long way leaves some off. */
  readonly itemsMax: number;
  readonly words: ReadonlyMap<string, Buffer>;
  readonly decimals: number;
  /** After an amount: a blank and the currency. */
  readonly suffix: Buffer;
  readonly isPositive: boolean;
  /** The channel's default as the format writes it. */
  readonly fallback: Buffer | undefined;
  /** What JSON has before the value. */
  readonly key: Buffer;
}

export type DirectFormat = "csv" | "jsonl";

export interface StepPlan {
  readonly steps: readonly Step[];
  readonly fields: readonly string[];
  /** Fields that send a product the long way when it has them. */
  readonly parsedFields: readonly number[];
  readonly currencyField: number;
  /** Pairs of fields that must not hold the same. */
  readonly differing: readonly (readonly [number, number])[];
  /** The first of each pair means nothing without the second. */
  readonly implied: readonly (readonly [number, number])[];
}

/** The plan of a channel's rows; undefined when its rules ask for parsed products. */
export function planSteps(channel: ChannelDefinition, profile: Profile, format: DirectFormat): StepPlan | undefined {
  if (channel.rules.length > 0) return undefined;
  const fields: string[] = [];
  const fieldNamed = (name: string): number => {
    const known = fields.indexOf(name);
    return known === -1 ? fields.push(name) - 1 : known;
  };
  const paired = profile.checks.flatMap((check) => (check.type === "paired" ? check.columns : []));
  const rootOf = (name: string) => profile.columns.find((column) => column.name === name)?.from?.split(".")[0] ?? "";
  const steps = profile.columns.map((column): Step => {
    const [root, member] = column.from?.split(".") ?? [];
    const isParsed = member !== undefined || paired.includes(column.name);
    return {
      ...stepBasics(column, channel, format),
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
    currencyField: fieldNamed("price_currency"),
    parsedFields: [fieldNamed("channel_overrides"), ...fieldsOf(steps, "parsed")],
    steps,
    fields,
  };
}

const fieldsOf = (steps: readonly Step[], kind: StepKind): number[] =>
  steps.filter((step) => step.kind === kind).map(({ field }) => field);

/** Sales depend on the clock, measures on their members: these rows are parsed. */
const KINDS: Readonly<Record<Column["type"], StepKind>> = {
  text: "text",
  url: "text",
  moment: "text",
  enum: "word",
  integer: "plain",
  decimal: "plain",
  decimal_text: "parsed",
  boolean: "plain",
  money: "money",
  sale_money: "parsed",
  gtin: "gtin",
  presence: "presence",
  comma_list: "list",
  list: "json",
  object: "json",
  measures: "parsed",
};

function stepBasics(column: Column, channel: ChannelDefinition, format: DirectFormat): Omit<Step, "kind" | "field"> {
  const { currency } = channel.market;
  const written = (cell: unknown) => writtenCell(column, cell, format);
  const words = (column.allowed ?? []).map((word) => [word, written(word)] as const);
  const mapped = Object.entries(column.words ?? {}).map(([ours, theirs]) => [ours, written(theirs)] as const);
  const fallback = column.default === undefined ? undefined : channel.defaults[column.default];
  return {
    isRequired: column.required === true,
    bytesMax: column.max ?? column.advisedMax ?? Number.POSITIVE_INFINITY,
    itemsMax: column.itemsMax ?? Number.POSITIVE_INFINITY,
    words: new Map([...words, ...mapped]),
    decimals: CURRENCY_DECIMALS.get(currency) ?? 2,
    suffix: Buffer.from(` ${currency}`),
    isPositive: column.positive === true,
    fallback: fallback === undefined ? undefined : written(fallback),
    key: Buffer.from(`${JSON.stringify(column.name)}:`),
  };
}

/** A cell as the format's own writer has it. */
function writtenCell(column: Column, cell: unknown, format: DirectFormat): Buffer {
  const line = FORMATS[format]
    .writer([column])
    .row([cell as string])
    .slice(0, -1);
  return Buffer.from(format === "csv" ? line : line.slice(JSON.stringify(column.name).length + 2, -1));
}
