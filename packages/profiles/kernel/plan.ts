// How the plan of a channel's rows lies in the memory; src/direct/plan-bytes.ts writes it there. Numbers take four bytes, and
// so do places in the memory.

/** Some bytes in the memory. */
@unmanaged
export class Bytes {
  at: usize;
  length: i32;
}

/** Numbers in the memory, one behind the other. */
@unmanaged
export class Numbers {
  at: usize;
  count: i32;
}

/** A word of ours, with its closing quote, and the channel's word for it as the format writes it. */
@unmanaged
export class Word {
  ours: usize;
  oursLength: i32;
  theirs: usize;
  theirsLength: i32;
}

/** One column of a row. */
@unmanaged
export class Step {
  kind: Kind;
  /** Place of the field among the scanned ones; -1 without one. */
  field: i32;
  isRequired: i32;
  /** Bytes above which the long way counts the characters. */
  bytesMax: i32;
  /** Items above which the long way leaves some off. */
  itemsMax: i32;
  decimals: i32;
  isPositive: i32;
  /** Texts of no more bytes may be placeholders, -1 where none is looked for; of no fewer, in capitals. */
  placeholderMax: i32;
  capitalsMin: i32;
  hasPrefixes: i32;
  isZeroDoubtful: i32;
  /** Texts that may be HTML, and addresses of images that may be of a kind that the channel does not take. */
  hasMarkup: i32;
  isImage: i32;
  /** After an amount: a blank and the currency. */
  suffix: usize;
  suffixLength: i32;
  /** The channel's default as the format writes it; of length -1 without one. */
  fallback: usize;
  fallbackLength: i32;
  /** What JSON has before the value. */
  key: usize;
  keyLength: i32;
  words: usize;
  wordCount: i32;
}

/** How a cell is made from the bytes of its field. */
export enum Kind {
  text,
  word,
  plain,
  json,
  list,
  gtin,
  money,
  presence,
  absence,
  parsed,
  none,
}

/** The plan itself. */
@unmanaged
export class Plan {
  isJson: i32;
  steps: usize;
  stepCount: i32;
  /** The names of the fields, each with the quote and the colon after it. */
  fields: usize;
  fieldCount: i32;
  /** The market's, with its closing quote. */
  currency: usize;
  currencyLength: i32;
  currencyField: i32;
  amountField: i32;
  availabilityField: i32;
  /** Fields that send a product the long way when it has them. */
  parsed: usize;
  parsedCount: i32;
  /** Pairs of fields that must not hold the same. */
  differing: usize;
  differingCount: i32;
  /** Pairs of fields of which the first means nothing without the second. */
  implied: usize;
  impliedCount: i32;
  /** Groups of fields of which a product must have one: of each how many, and those. */
  identifying: usize;
  identifyingCount: i32;
  /** For each byte, whether a placeholder may begin with it. */
  placeholderStarts: usize;
}
