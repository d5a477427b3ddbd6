import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { texts } from "../../texts/texts.js";

/** What the service asks about a file, by the beginning of its sentence. */
const MESSAGES = {
  sku: /^Which column contains the SKU\?/,
  title: /^Which column contains the title,/,
  price: /^Which column contains the price,/,
  variantSku: /^Some variants have no SKU\./,
  productSku: /^Some products have no SKU, such as that of line (\d+)\./,
  currency: /^Which currency are the prices in\?/,
  sign: /^Which currency does (.+) stand for\?$/s,
  availability: /^Are the products in stock\?/,
  counts: /^Are the products without a count in (.+) in stock, such as that of line (\d+)\?$/s,
  value: /^How should (.+) be read\?$/s,
  unit: /^Which unit is (.+) in\?$/s,
  hidden: /^Are the variants with (.+) 0 hidden\?/s,
  encoding: /^Which of these texts is readable\?/,
  sheet: /^Which sheet has the products\? Several have their columns; (.+) is read\./s,
  header: /^Which columns does the file have\? Its first row has no names, but values such as (.+): add a row/s,
  repeated: /^Which of the columns named (.+) is the right one\? They differ, such as in line (\d+)\.$/s,
  netPrice: /^Should the prices in (.+) be published, although they are without taxes\?$/s,
  saleDate: /^Is (.+) a date of the sale\?$/s,
  translations: /^Are the texts translations to ([^?]+)\?/,
  stores: /^Are the prices and the stock those of the online shop\? Each row is that of a store \((.+)\), so/s,
  regions: /^Do the prices and the availability apply everywhere\? Each row is that of a region \((.+)\), so/s,
  overrides: /^Do the rows apply to all buyers\? (.+) says that they are for /s,
  buyers: /^Do the prices apply to all buyers\? (.+) says that they are for /s,
  visibility: /^Does (.+) say which products are shown\?$/s,
  unavailable: /^Does (.+) say which products cannot be ordered\?$/s,
} as const;

/** Whether rows that may be for some buyers apply to all of them. */
const ALL_OR_NONE = { leaveOut: /^No, leave them out$/, yes: /^Yes$/ } as const;

/** The answers that are words, by the code of their question: all others are names and values of the file. */
const ANSWERS: Readonly<Record<string, Readonly<Partial<Record<AnswerKind, RegExp>>> | undefined>> = {
  sku: {
    numbers: /^Use their numbers(?:, such as (.+))?$/s,
    column: /^Use (.+), such as (.+)$/s,
    leaveOut: /^Leave them out$/,
  },
  availability: { inStock: /^in_stock$/, outOfStock: /^out_of_stock$/ },
  decimal: { number: /^(\S+) is (\S+)$/ },
  dates: { dayFirst: /^Day first$/, monthFirst: /^Month first$/ },
  published: {
    hidden: /^Hidden$/,
    asProduct: /^As their product,/,
    yesHidden: /^Yes: it says which are hidden$/,
    yes: /^Yes$/,
    no: /^No$/,
  },
  translations: { translation: /^They are translations$/, ownText: /^They are the products' own texts$/ },
  purchasable: { yes: /^Yes$/, no: /^No$/ },
  stores: ALL_OR_NONE,
  regions: ALL_OR_NONE,
  buyers: ALL_OR_NONE,
  overrides: { ...ALL_OR_NONE, translation: /^They are translations$/, countryPrices: /^They are prices in (\S+)$/ },
  repeated_column: { first: /^The first one$/, second: /^The second one$/ },
  net_price: { publish: /^Publish them$/, leaveOut: /^Leave them out$/ },
  sale_date: {
    starts: /^It is when the sale starts$/,
    ends: /^It is when the sale ends$/,
    period: /^It is both, as a period$/,
    noDate: /^It is no date of a sale$/,
  },
};

type AnswerKind =
  | "numbers"
  | "column"
  | "leaveOut"
  | "inStock"
  | "outOfStock"
  | "number"
  | "dayFirst"
  | "monthFirst"
  | "hidden"
  | "asProduct"
  | "first"
  | "second"
  | "publish"
  | "starts"
  | "ends"
  | "period"
  | "noDate"
  | "translation"
  | "ownText"
  | "countryPrices"
  | "yes"
  | "yesHidden"
  | "no";

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
