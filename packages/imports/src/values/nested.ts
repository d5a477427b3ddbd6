import { LIMITS } from "@skucast/contracts/limits";

/** The message about JSON that is nested more deeply than the API allows. */
export const NESTED_TOO_DEEP = `is nested more than ${LIMITS.jsonDepthMax} levels deep`;

/** Whether parsed JSON has more than this many levels; it is not searched more deeply. */
export function isNestedTooDeep(value: unknown, levels: number = LIMITS.jsonDepthMax): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => isNestedTooDeep(member, levels - 1));
}
