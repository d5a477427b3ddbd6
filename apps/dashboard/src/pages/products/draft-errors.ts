import type { Fault } from "@skucast/contracts/problem";
import { REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { texts } from "../../texts/texts.js";
import { contentOf, NUMBERS, type PriceDraft, type ProductDraft } from "./product-draft.js";

const words = texts.products.one.numbers;
/** An amount with a decimal comma, with or without thousands separators. */
const WITH_COMMA = /^(\d+|\d{1,3}(?:[.\s'’]\d{3})+),(\d{1,2})$/;

/** Errors of required fields that are empty. The contract accepts such an upsert, because the product may exist already. */
export const missingErrors = (draft: ProductDraft): readonly Fault[] => {
  const content = contentOf(draft);
  return REQUIRED_ON_CREATE.filter((field) => content[field] === undefined).map((field) => ({
    pointer: `/${field}`,
    code: "required",
    message: texts.general.required,
  }));
};

/** Errors of numbers that cannot be parsed, with a correction where possible. */
export const numberErrors = (draft: ProductDraft): readonly Fault[] => {
  const content = contentOf(draft);
  const own = NUMBERS.filter((field) => typeof content[field] === "string").map((field) => ({
    pointer: `/${field}`,
    code: "invalid_type",
    message: numberHint(field, draft[field].trim()),
  }));
  return [...own, ...draft.prices.flatMap(priceErrors)];
};

const priceErrors = (price: PriceDraft, index: number): readonly Fault[] =>
  (["amount", "sale_amount"] as const)
    .filter((part) => price[part].trim() !== "" && !Number.isFinite(Number(price[part])))
    .map((part) => ({
      pointer: `/prices/${index}/${part}`,
      code: "invalid_type",
      message: numberHint(part, price[part].trim()),
    }));

function numberHint(field: string, text: string): string {
  if (field === "inventory_quantity") return words.count;
  const [, whole, decimals] = WITH_COMMA.exec(text) ?? [];
  return whole === undefined ? words.amount : words.write(`${whole.replace(/\D/g, "")}.${decimals}`);
}
