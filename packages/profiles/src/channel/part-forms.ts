import { COUNTRIES } from "@skucast/contracts/codes/countries";
import { moneyOf } from "@skucast/contracts/money";

type Accepts = (text: string) => boolean;

export const isCountry: Accepts = (text) => text === "" || COUNTRIES.has(text.toUpperCase());

export const isMoney: Accepts = (text) => {
  const [, amount, currency = ""] = /^(\d{1,10}(?:\.\d{1,4})?) ([A-Z]{3})$/.exec(text) ?? [];
  return amount !== undefined && moneyOf(Number(amount), currency).ok;
};

export const isDays: Accepts = (text) => /^(?:\d+(?:-\d+)?)?$/.test(text);

const YES_NO = ["yes", "no", "true", "false"];

/** The words that partners take in the parts of an entry with these names, in any case. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  digital_source_type: ["default", "trained_algorithmic_media"],
  // https://support.google.com/merchants/answer/6324474
  credit_type: ["finance", "lease"],
  // https://support.google.com/merchants/answer/7437904
  period: ["week", "month", "year"],
  surface: ["online", "local", "online_local"],
  // https://support.google.com/merchants/answer/6324454
  tax_ship: [...YES_NO, "y", "n"],
  // https://support.google.com/merchants/answer/16543665
  disable_delivery_after_cutoff: YES_NO,
};

/** What other parts with these names must be. */
const PARTS: Readonly<Record<string, Accepts>> = {
  country: isCountry,
  months: isDays,
  period_length: isDays,
  amount: isMoney,
  downpayment: isMoney,
  price: isMoney,
  price_threshold: isMoney,
  fee_amount: isMoney,
  rate: (text) => /^\d+(?:\.\d+)?%?$/.test(text),
  cutoff_time: (text) => /^(?:[01]\d|2[0-3])[0-5]\d$/.test(text),
  cutoff_timezone: isTimeZone,
};

/** Examples of parts that are not obvious. */
const EXAMPLES: Readonly<Record<string, string>> = {
  cutoff_time: "1530",
  cutoff_timezone: "Europe/Berlin",
};

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).format(0) !== "";
  } catch {
    return false;
  }
}

/** Whether a part of an entry can be what its name says; undefined if any text can. */
export function partCheckOf(name: string): Accepts | undefined {
  const words = WORDS[name];
  return words ? (text) => words.includes(text.toLowerCase()) : PARTS[name];
}

/** The words or the form of the parts with these names, as a phrase after a list of the names; empty if there are none. */
export function partsDescribed(names: readonly string[]): string {
  const described = names.flatMap((name) => {
    const words = WORDS[name];
    if (words) return [`${name} ${words.join(", ")}`];
    return EXAMPLES[name] === undefined ? [] : [`${name} such as ${EXAMPLES[name]}`];
  });
  return described.length === 0 ? "" : ` (${described.join("; ")})`;
}
