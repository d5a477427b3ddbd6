import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "./cell.js";

/** Phones and tablets, as numbers and paths of Google's taxonomy. */
const DEVICES = [
  "Electronics > Communications > Telephony > Mobile Phones",
  "Electronics > Computers > Tablet Computers",
  "267",
  "4745",
  "543512",
  "543513",
  "543514",
];

/** Where Google takes no such price. */
const LATIN_AMERICA: ReadonlySet<string> = new Set("AR BO BR CL CO CR DO EC GT HN MX NI PA PE PY SV UY VE".split(" "));

/**
 * Whether a row may have the price zero: a phone or a tablet that is paid for by installments or a subscription
 * (https://support.google.com/merchants/answer/6324371). Undefined for profiles without columns for these.
 */
export function contractPriceFor(
  columns: readonly Column[],
  country: string,
): ((cells: readonly Cell[]) => boolean) | undefined {
  const category = columns.findIndex(({ from }) => from === "google_product_category");
  const contracts = columns.flatMap(({ from }, place) =>
    from === "installment" || from === "subscription_cost" ? [place] : [],
  );
  if (category === -1 || contracts.length === 0 || LATIN_AMERICA.has(country)) return undefined;
  return (cells) => {
    const value = String(cells[category] ?? "").trim();
    const isDevice = DEVICES.some((device) => value === device || value.startsWith(`${device} >`));
    return isDevice && contracts.some((place) => cells[place] !== undefined);
  };
}
