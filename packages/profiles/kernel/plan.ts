// The memory layout of the plan of a channel's rows, which src/direct/plan-bytes.ts writes. Numbers and addresses take four
// bytes each.

/** A range of bytes in memory. */
@unmanaged
export class Bytes {
  at: usize;
  length: i32;
}

/** An array of numbers in memory. */
@unmanaged
export class Numbers {
  at: usize;
  count: i32;
}

/** One of our enum values with its closing quote, and the channel's value as the format writes it. */
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
  /** Index of the field among the scanned ones; -1 without one. */
  field: i32;
  isRequired: i32;
  /** Above this many bytes the product is parsed, and its characters are counted. */
  bytesMax: i32;
  /** Above this many items the product is parsed, and some are left off. */
  itemsMax: i32;
  decimals: i32;
  isPositive: i32;
  /** The most bytes of a placeholder, or -1 without that check; then the fewest bytes of a text checked for capitals. */
  placeholderMax: i32;
  capitalsMin: i32;
  hasPrefixes: i32;
  isZeroDoubtful: i32;
  /** Whether to look for HTML, and for types of images that the channel may not accept. */
  hasMarkup: i32;
  isImage: i32;
  /** Written after an amount: a space and the currency. */
  suffix: usize;
  suffixLength: i32;
  /** The channel's default as the format writes it; its length is -1 without one. */
  fallback: usize;
  fallbackLength: i32;
  /** The key in JSON, with quotes and colon. */
  key: usize;
  keyLength: i32;
  words: usize;
  wordCount: i32;
}

/** How a cell is written from the bytes of its field. */
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
  /** The market's currency with its closing quote. */
  currency: usize;
  currencyLength: i32;
  currencyField: i32;
  amountField: i32;
  availabilityField: i32;
  /** Products with one of these fields are parsed. */
  parsed: usize;
  parsedCount: i32;
  /** Pairs of fields that must have different values. */
  differing: usize;
  differingCount: i32;
  /** Pairs of fields of which the first is ignored without the second. */
  implied: usize;
  impliedCount: i32;
  /** Groups of fields of which a product must have one: for each group its size, then its fields. */
  identifying: usize;
  identifyingCount: i32;
  /** A table with a flag for each byte: whether a placeholder may begin with it. */
  placeholderStarts: usize;
}
