import type { MessageTexts, PlainKind } from "../../service-messages/message-kinds.js";

/** Messages of the contracts that name API fields, in plain words. */
const plain: MessageTexts<PlainKind> = {
  required: () => "must be filled in",
  integer: () => "must be a whole number",
  number: () => "must be a number",
  string: () => "must be text",
  decimals: (currency, count) =>
    `has too many decimals: ${currency} has ${count === "" ? "no decimals" : `at most ${count} decimals`}`,
  decimalNumber: () => "must be a number with a decimal point, such as 19.90",
  digits: () => "has more digits than can be kept exactly",
  belowPrice: () => "must be below the price",
  afterSaleStart: () => "must be after the start of the sale",
  dateTime: (example) => `must be a date with a time${example}`,
  country: (more) => `must be a two-letter country code${more}`,
  currency: (more) => `must be a three-letter currency code${more}`,
  language: (more) => `must be a language code such as${more}`,
  timeZone: (more) => `must be a time zone${more}`,
  https: () => "works over https only: the URL must start with https",
  deltaPush: () =>
    "cannot be selected while the files contain only changes, because a partner who fetches late would miss some. Clear it, or choose files with every row",
  fullOnly: (profile) => `must be every row, because ${profile} cannot report removed products`,
  removedRows: () =>
    "cannot report removed products, and a feed of this channel delivers only changes. Set that feed to every row first",
  passwordAgain: () =>
    "must be entered again, because the stored password is not sent to another server or user. Enter it, or use a key",
  productField: () => "is not a product field",
};

export const faults = {
  plain,
  /** Shown above a form for errors that belong to none of its fields. */
  unplaced: (sentences: string) => `Cannot save: ${sentences}.`,
} as const;
