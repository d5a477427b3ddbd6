import type { SimpleRule } from "@skucast/contracts/channels/rule";
import { formatMoney, moneyOf } from "@skucast/contracts/money";

type Adjustment = Pick<SimpleRule & { type: "adjust_price" }, "percent" | "add" | "round">;

const HUNDREDTHS_OF_PERCENT = 10_000n;

/**
 * Creates the arithmetic of a price rule, exact in minor units: first the percentage, then the amount, then rounding. The
 * result is undefined if it would be negative; prices in other currencies stay as they are. `add`, `step` and `less` must not
 * have more decimals than the currency.
 */
export function priceAdjuster({ percent = 0, add = 0, round }: Adjustment, currency: string) {
  const factor = HUNDREDTHS_OF_PERCENT + BigInt(Math.round(percent * 100));
  const added = minorOf(add, currency);
  const step = round === undefined ? 1n : (minorOf(round.step, currency) ?? 0n);
  const less = round?.less === undefined ? 0n : minorOf(round.less, currency);
  return (price: string): string | undefined => {
    const [amount, named] = price.split(" ");
    const money = moneyOf(Number(amount), named ?? "");
    if (named !== currency) return price;
    if (!money.ok || added === undefined || less === undefined || step <= 0n) return undefined;
    const shared = divided(money.money.minor * factor, HUNDREDTHS_OF_PERCENT, "nearest");
    const minor = divided(shared + added, step, round?.mode ?? "nearest") * step - less;
    return minor < 0n ? undefined : formatMoney({ minor, currency });
  };
}

/** An amount, possibly negative, in minor units; undefined when it has more decimals than the currency. */
export function minorOf(amount: number, currency: string): bigint | undefined {
  const money = moneyOf(Math.abs(amount), currency);
  if (!money.ok) return undefined;
  return amount < 0 ? -money.money.minor : money.money.minor;
}

function divided(value: bigint, by: bigint, mode: "nearest" | "up" | "down"): bigint {
  const rest = ((value % by) + by) % by;
  const down = (value - rest) / by;
  if (rest === 0n || mode === "down") return down;
  return mode === "up" || rest * 2n >= by ? down + 1n : down;
}
