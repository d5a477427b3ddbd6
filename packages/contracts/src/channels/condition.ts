import { z } from "zod";
import { amountOf } from "../amount.js";
import { LIMITS } from "../limits.js";
import { nearest } from "../nearest.js";
import { parseBounded } from "../parse-bounded.js";
import { PRODUCT_FIELDS } from "../products/product.js";
import { text, verbatim } from "../text.js";

/** Fields of a stored product that clients do not write. */
const SERVER_FIELDS = ["created_at", "updated_at"] as const;

/** The fields of products that conditions and rules may read. */
export const READABLE_FIELDS: readonly string[] = [...PRODUCT_FIELDS, ...SERVER_FIELDS];

/** Not a `pattern` in the OpenAPI document: JSON Schema validators treat Unicode classes differently. */
const COLUMN_NAME = /^[\p{L}_][\p{L}\p{N}_ .:/[\]-]*$/u;

/** A field of the product, with a member if it has some. Names that merchants choose, such as `max. Weight`, may have points. */
const FIELD =
  /(?:(?:custom_attributes|metadata|variant_options)\.[^{}|]{1,100}|[a-z][a-z0-9_]{0,63}(?:\.[^.{}|]{1,100})?)/;
const FIELD_ONLY = new RegExp(`^${FIELD.source}$`);
const PRODUCT_REFERENCE = new RegExp(`^product\\.${FIELD.source}$`);

/** Whether a string can be the name of a column in rules. */
export const isColumnName = (text: string): boolean => COLUMN_NAME.test(text);

/** Whether a string is a reference: the name of a column, or `product.` and a field of the product with an optional member. */
export const isReference = (text: string): boolean =>
  text.startsWith("product.") ? PRODUCT_REFERENCE.test(text) : isColumnName(text);

/** A value that a rule reads: a column of the row after the earlier rules, or `product.` and a field of the product. */
export const referenceSchema = z
  .string()
  .max(200)
  .refine(isReference, {
    error:
      "must be a column of the profile such as title, or a product's field such as product.brand or product.seller.name",
    params: { code: "invalid_format" },
  });

/** A field of the product. `product.brand` is stored as `brand`. */
const productField = z
  .string()
  .max(200)
  .overwrite((field) => field.replace(/^product\./, ""))
  .regex(FIELD_ONLY, "must be a field of products, such as brand or custom_attributes.season")
  .refine((field) => READABLE_FIELDS.includes(field.split(".")[0] ?? ""), {
    error: ({ input }) => {
      const near = nearest(String(input).split(".")[0] ?? "", READABLE_FIELDS);
      return `is not a field of products${near ? `; did you mean ${near}?` : ""}`;
    },
    params: { code: "unknown_field" },
  });

const scalar = z.union([verbatim(1000), z.number(), z.boolean()]);
const days = z.int().min(0).max(36_500);

const testsOf = <Field extends z.ZodType<string, string>>(field: Field) =>
  [
    z.strictObject({ field, op: z.literal("exists") }),
    z.strictObject({ field, op: z.literal("missing") }),
    z.strictObject({ field, op: z.literal("equals"), value: scalar }),
    z.strictObject({ field, op: z.literal("not_equals"), value: scalar }),
    z.strictObject({ field, op: z.literal("one_of"), values: z.array(scalar).min(1).max(500) }),
    z.strictObject({ field, op: z.literal("includes"), value: scalar }),
    z.strictObject({ field, op: z.literal("contains"), value: text(200) }),
    z.strictObject({ field, op: z.literal("starts_with"), value: text(200) }),
    z.strictObject({ field, op: z.literal("ends_with"), value: text(200) }),
    z.strictObject({ field, op: z.literal("above"), value: amountOf(z.number()) }),
    z.strictObject({ field, op: z.literal("below"), value: amountOf(z.number()) }),
    z.strictObject({ field, op: z.literal("older_than_days"), value: days }),
    z.strictObject({ field, op: z.literal("newer_than_days"), value: days }),
  ] as const;

/** The operators that need a regular expression, which only rules evaluate. */
const matches = z.strictObject({
  field: referenceSchema,
  op: z.literal("matches"),
  pattern: verbatim(LIMITS.rulePatternLengthMax).min(1).describe("RE2 syntax. Use ^ and $ to match the whole value."),
  ignore_case: z.boolean().optional(),
});

export const GROUP_OPS = ["and", "or", "not"] as const;

/** A group of conditions: all of them (`and`), any (`or`), or none (`not`). */
export type ConditionGroup<Test> = {
  op: (typeof GROUP_OPS)[number];
  conditions: Condition<Test>[];
};
export type Condition<Test> = Test | ConditionGroup<Test>;

const productTests = testsOf(productField);
const rowTests = [...testsOf(referenceSchema), matches] as const;
type ProductTest = z.output<(typeof productTests)[number]>;
type RowTest = z.output<(typeof rowTests)[number]>;

/** A condition of a channel's selection. Its fields are those of products. */
export type ProductCondition = Condition<ProductTest>;
/** A condition of a rule: a comparison of one value, or a group. */
export type RuleCondition = Condition<RowTest>;
/** A comparison of one value. */
export type RuleTest = RowTest;

const MEANING =
  "equals, not_equals and one_of compare strings; includes finds an item of a list, such as tags; contains, starts_with and ends_with ignore case; above and below compare the number at the start of a value, such as 1299.90 USD or 1.299,90 (one that can be read in two ways, such as 1,299, is neither); exists and missing also apply to objects such as weight and to lists; older_than_days and newer_than_days compare a date with now. A missing value only fulfils not_equals and missing. " +
  `and, or and not contain conditions of the same form, up to ${LIMITS.conditionDepthMax} levels deep: not is true if none of them is.`;

const ruleConditionSchema = conditionSchemaOf<RowTest>(rowTests).describe(MEANING);
const productConditionSchema = conditionSchemaOf<ProductTest>(productTests).describe(MEANING);

/** Conditions that must all be true. */
export const ruleConditions = z
  .array(ruleConditionSchema)
  .min(1)
  .max(LIMITS.conditionsInGroupMax)
  .check(boundedCount)
  .describe("All must be true.");
export const productConditions = z
  .array(productConditionSchema)
  .min(1)
  .max(LIMITS.conditionsInGroupMax)
  .check(boundedCount);

type Tests = readonly [z.ZodObject, ...z.ZodObject[]];

/** The schema of a condition with groups of conditions, `depth` levels deep. */
function conditionSchemaOf<Test>(tests: Tests, depth: number = LIMITS.conditionDepthMax): z.ZodType<Condition<Test>> {
  const inner = depth === 0 ? undefined : z.array(conditionSchemaOf<Test>(tests, depth - 1));
  const group = z.strictObject({ op: z.literal([...GROUP_OPS]), conditions: nested(inner) });
  // The options are not known to the compiler one by one; `Test` names what they produce.
  return z.discriminatedUnion("op", [...tests, group]) as unknown as z.ZodType<Condition<Test>>;
}

/**
 * Conditions in a group. JSON Schema describes them as objects: a description of every level would repeat all operators.
 */
function nested(inner: z.ZodType | undefined) {
  return z
    .array(z.looseObject({ op: z.string() }))
    .min(1)
    .max(LIMITS.conditionsInGroupMax)
    .check((payload) => {
      if (inner === undefined) {
        const message = `must not be nested more than ${LIMITS.conditionDepthMax} levels deep`;
        payload.issues.push({ code: "custom", message, input: payload.value, params: { code: "too_deep" } });
        return;
      }
      const parsed = parseBounded(inner, payload.value);
      if (parsed.success) payload.value = parsed.data as typeof payload.value;
      else payload.issues.push(...(parsed.error.issues as z.core.$ZodRawIssue[]));
    })
    .describe("Conditions of the same form as this one.");
}

interface Grouped {
  readonly op: string;
  readonly conditions?: readonly Grouped[];
}

function boundedCount({ value, issues }: z.core.ParsePayload<Condition<unknown>[]>): void {
  if (countOf(value as Grouped[]) <= LIMITS.conditionsMax) return;
  const message = `must have at most ${LIMITS.conditionsMax} conditions, including those in groups`;
  issues.push({ code: "custom", message, input: value, params: { code: "too_big" } });
}

function countOf(conditions: readonly Grouped[]): number {
  return conditions.reduce((sum, { conditions: inner }) => sum + 1 + (inner === undefined ? 0 : countOf(inner)), 0);
}
