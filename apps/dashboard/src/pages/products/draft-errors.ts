import type { Fault } from "@skucast/contracts/problem";
import { REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { readNumber } from "../../forms/read-number.js";
import { texts } from "../../texts/texts.js";
import { contentOf, NUMBERS, type PriceDraft, type ProductDraft } from "./product-draft.js";

const words = texts.productPages.one.numbers;

/** Errors of required fields that are empty. The contract accepts such an upsert, because the product may exist already. */
export const missingErrors = (draft: ProductDraft): readonly Fault[] => {
  const content = contentOf(draft);
  return REQUIRED_ON_CREATE.filter((field) => content[field] === undefined).map((field) => ({
    pointer: `/${field}`,
    code: "required",
    message: texts.general.required,
  }));
};

/** Errors of numbers that cannot be read. */
export const numberErrors = (draft: ProductDraft): readonly Fault[] => {
  const content = contentOf(draft);
  const own = NUMBERS.filter((field) => typeof content[field] === "string").map((field) => ({
    pointer: `/${field}`,
    code: "invalid_type",
    message: numberHint(field),
  }));
  return [...own, ...draft.prices.flatMap(priceErrors)];
};

const priceErrors = (price: PriceDraft, index: number): readonly Fault[] =>
  (["amount", "sale_amount"] as const)
    .filter((part) => price[part].trim() !== "" && readNumber(price[part]) === null)
    .map((part) => ({
      pointer: `/prices/${index}/${part}`,
      code: "invalid_type",
      message: numberHint(part),
    }));

const numberHint = (field: string): string => (field === "inventory_quantity" ? words.count : words.amount);
