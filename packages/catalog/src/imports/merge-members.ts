import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { validationFailed } from "@skucast/contracts/problem";
import { type ProductBody, type ProductContent, productBodySchema } from "@skucast/contracts/products/product";

/** A field, or a member of one: `["metadata", "season"]`. */
export type MemberPath = readonly string[];

/**
 * All that a product is after an imported row: its members are merged into the stored ones (RFC 7396), and what `drops`
 * names is removed before. Null when the row neither keeps nor drops a stored member, so that its body says all. Throws the
 * Problem that refuses what came together.
 */
export function mergeMembers(
  body: ProductBody,
  drops: readonly MemberPath[],
  stored: ProductContent,
): ProductBody | null {
  const kept = drops.reduce<Members>(without, stored);
  const given: Members = body;
  const fields = Object.keys(given).filter((field) => keepsMember(given[field], kept[field]));
  if (fields.length === 0 && kept === stored) return null;
  const merged = Object.fromEntries(fields.map((field) => [field, mergedValue(given[field], kept[field])]));
  const parsed = productBodySchema.safeParse(merged);
  if (!parsed.success) throw validationFailed(faultsOf(parsed.error, productBodySchema, LIMITS.importErrorsPerRowMax));
  return { ...fieldsOf(kept), ...body, ...parsed.data };
}

type Members = Readonly<Record<string, unknown>>;

/** The content of a stored product without the fields that the server adds to it. */
const fieldsOf = (content: Members): ProductBody =>
  Object.fromEntries(
    Object.entries(content).filter(([field]) => field in productBodySchema.shape && field !== "version"),
  );

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a stored value has a member that the given one does not name. */
const keepsMember = (given: unknown, kept: unknown): boolean =>
  isMembers(given) &&
  isMembers(kept) &&
  Object.keys(kept).some((name) => !Object.hasOwn(given, name) || keepsMember(given[name], kept[name]));

function mergedValue(given: unknown, kept: unknown): unknown {
  if (!isMembers(given) || !isMembers(kept)) return given;
  const members = Object.entries(given).map(([name, value]) => [name, mergedValue(value, kept[name])] as const);
  return Object.fromEntries([...Object.entries(kept), ...members]);
}

/** The same members where there is nothing to remove. */
function without(members: Members, [name = "", ...inner]: MemberPath): Members {
  if (!Object.hasOwn(members, name)) return members;
  const { [name]: value, ...others } = members;
  if (inner.length === 0) return others;
  if (!isMembers(value)) return members;
  const left = without(value, inner);
  if (left === value) return members;
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left };
}
