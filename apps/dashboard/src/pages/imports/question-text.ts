import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { texts } from "../../texts/texts.js";

/** What the service asks about a file, by the beginning of its sentence. */
const MESSAGES = {
  sku: /^Which column contains the SKU\?/,
  title: /^Which column contains the title,/,
  price: /^Which column contains the price,/,
  variantSku: /^Some variants have no SKU\./,
  currency: /^Which currency are the prices in\?/,
  sign: /^Which currency does (.+) stand for\?$/s,
  availability: /^Are the products in stock\?/,
  counts: /^Are the products without a count in (.+) in stock, such as that of line (\d+)\?$/s,
  value: /^How should (.+) be read\?$/s,
  unit: /^Which unit is (.+) in\?$/s,
  hidden: /^Are the variants with (.+) 0 hidden\?/s,
  encoding: /^Which of these texts is readable\?/,
  sheet: /^Which sheet has the products\? Several have their columns; (.+) is read\./s,
} as const;

/** The answers that are words, by the code of their question: all others are names and values of the file. */
const ANSWERS: Readonly<Record<string, Readonly<Partial<Record<AnswerKind, RegExp>>> | undefined>> = {
  sku: { numbers: /^Use their numbers(?:, such as (.+))?$/s, leaveOut: /^Leave them out$/ },
  availability: { inStock: /^in_stock$/, outOfStock: /^out_of_stock$/ },
  decimal: { number: /^(\S+) is (\S+)$/ },
  dates: { dayFirst: /^Day first$/, monthFirst: /^Month first$/ },
  published: { hidden: /^Hidden$/, asProduct: /^As their product,/ },
};

type AnswerKind =
  | "numbers"
  | "leaveOut"
  | "inStock"
  | "outOfStock"
  | "number"
  | "dayFirst"
  | "monthFirst"
  | "hidden"
  | "asProduct";

/** A question about a file in the language of the page; as the service sent it, if it is of no known kind. */
export function questionText({ message }: ImportQuestion): string {
  return textOf(MESSAGES, texts.imports.make.questions.kinds.messages, message) ?? message;
}

/** An answer to a question in the language of the page. */
export function answerText({ code, column }: ImportQuestion, label: string): string {
  // For a SKU that no column was found for, the answers are columns.
  const kinds = code === "sku" && column === null ? undefined : ANSWERS[code];
  return (kinds && textOf(kinds, texts.imports.make.questions.kinds.answers, label)) ?? label;
}

function textOf<Kind extends string>(
  kinds: Readonly<Partial<Record<Kind, RegExp>>>,
  wordings: Readonly<Record<Kind, (...parts: string[]) => string>>,
  sent: string,
): string | undefined {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const [found, ...parts] = kinds[kind]?.exec(sent) ?? [];
    if (found !== undefined) return wordings[kind](...parts.map((part) => part ?? ""));
  }
  return undefined;
}
