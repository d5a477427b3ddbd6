import type { GuardName, Guards } from "@skucast/contracts/feeds/guards";

/** Guards with a limit; an empty limit turns the guard off. */
export const GUARD_LIMITS = [
  "min_items",
  "max_drop_percent",
  "max_invalid_percent",
  "max_changed_percent",
  "max_price_change_percent",
  "max_out_of_stock_jump",
] as const satisfies readonly Exclude<GuardName, "keep_columns">[];
export type GuardLimit = (typeof GUARD_LIMITS)[number];

/** Form values of the guards. */
export interface GuardValues {
  readonly limits: Readonly<Record<GuardLimit, string>>;
  readonly keepsColumns: boolean;
}

export function guardValuesOf(guards: Guards): GuardValues {
  const limits = GUARD_LIMITS.map((guard) => [guard, guards[guard] === null ? "" : String(guards[guard])]);
  // fromEntries loses the type of the keys, which are GUARD_LIMITS.
  return { limits: Object.fromEntries(limits) as GuardValues["limits"], keepsColumns: guards.keep_columns };
}

/** The request body. Invalid numbers are sent as they are, so that validation rejects them. */
export function guardsBody({ limits, keepsColumns }: GuardValues) {
  const typed = GUARD_LIMITS.map((guard) => [guard, limitOf(limits[guard].trim())]);
  return { guards: { ...Object.fromEntries(typed), keep_columns: keepsColumns } };
}

function limitOf(text: string): number | string | null {
  if (text === "") return null;
  const limit = Number(text);
  return Number.isFinite(limit) ? limit : text;
}
