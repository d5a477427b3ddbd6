/** Messages of the contracts that name API fields, and their form for people. The first match applies. */
const plain: readonly (readonly [said: RegExp, plain: string])[] = [
  [/^is required\b.*|^must not be empty\b.*/, "must be filled in"],
  [/^must be an integer\b.*/, "must be a whole number"],
  [/^must be a number, not\b.*/, "must be a number"],
  [/^must be a string\b.*/, "must be text"],
  [/^([A-Z]{3}) has (no decimals|at most \d decimals); send.*/, "has too many decimals: $1 has $2"],
  [/^must be a plain decimal number, such as .*/, "must be a number with a decimal point, such as 19.90"],
  [/^\S+ (would be read as|is too large for a number).*/, "has more digits than can be kept exactly"],
  [/^has more digits than can be kept exactly.*/, "has more digits than can be kept exactly"],
  [/^must be below price_amount$/, "must be below the price"],
  [/^must be after sale_price_starts_at$/, "must be after the start of the sale"],
  [/^must be an RFC 3339 date-time( or a date,)?/, "must be a date with a time"],
  [/^must be an ISO 3166-1 alpha-2 country code/, "must be a two-letter country code"],
  [/^must be an active ISO 4217 currency code/, "must be a three-letter currency code"],
  [/^must be a BCP 47 language tag/, "must be a language code"],
  [/^must be an IANA time zone/, "must be a time zone"],
  [/^requires an https URL; see url$/, "works over https only: the URL must start with https"],
  [
    /^must be sftp_push for a delta.*/,
    "cannot be selected while the files contain only changes, because a partner who fetches late would miss some. Clear it, or choose files with every row",
  ],
  [/^must be full: the profile (\S+) has no way.*/, "must be every row, because $1 cannot report removed products"],
  [
    /^has no way to say that a product is removed .*/,
    "cannot report removed products, and a feed of this channel delivers only changes. Set that feed to every row first",
  ],
  [
    /^must be sent again because .* changes: a stored password is never sent.*/,
    "must be entered again, because the stored password is not sent to another server or user. Enter it, or use a key",
  ],
  [/^is neither a product's field nor a known target$/, "is not a product field"],
];

export const faults = {
  plain,
  /** Shown above a form for errors that belong to none of its fields. */
  unplaced: (sentences: string) => `Cannot save: ${sentences}.`,
} as const;
