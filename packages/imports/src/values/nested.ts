import { LIMITS } from "@skucast/contracts/limits";

/** What is said of JSON that is nested deeper than the API takes it. */
export const NESTED_TOO_DEEP = `is nested more than ${LIMITS.jsonDepthMax} levels deep`;

/** Whether parsed JSON is nested deeper than so many levels; looks no deeper than that. */
export function isNestedTooDeep(value: unknown, levels: number = LIMITS.jsonDepthMax): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => isNestedTooDeep(member, levels - 1));
}
