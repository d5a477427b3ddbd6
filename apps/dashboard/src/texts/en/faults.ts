/** Sentences of the contract that speak of an API's fields, and how a page says it; the first that fits. */
const plain: readonly (readonly [said: RegExp, plain: string])[] = [
  [/^is required\b.*|^must not be empty\b.*/, "must be filled in"],
  [/^must be an integer\b.*/, "must be a whole number"],
  [/^must be a number, not\b.*/, "must be a number"],
  [/^must be a string\b.*/, "must be text"],
  [/^must be below price_amount$/, "must be below the price"],
  [/^must be after sale_price_starts_at$/, "must be after the sale begins"],
  [/^must be an RFC 3339 date-time( or a date,)?/, "must be a date with a time"],
  [/^must be an ISO 3166-1 alpha-2 country code/, "must be a country's code of two letters"],
  [/^must be an active ISO 4217 currency code/, "must be a currency's code of three letters"],
  [/^must be a BCP 47 language tag/, "must be a language's code"],
  [/^must be an IANA time zone/, "must be a time zone"],
  [/^is shown over https alone; see url$/, "is shown over https alone: the address must begin with https"],
  [
    /^must be sftp_push for a delta.*/,
    "cannot be had while the files hold changes alone: who fetches late would miss what changed before. Untick it, or let the files hold every row",
  ],
  [/^must be full: the profile (\S+) has no way.*/, "must be every row: $1 has no way to say that a product is gone"],
  [
    /^has no way to say that a product is removed .*/,
    "has no way to say that a product is gone, and a feed of this channel delivers changes alone. Let that feed hold every row first",
  ],
  [
    /^is needed again where .* changes: a stored password goes to no other server.*/,
    "must be given again: the stored password goes to no other server and no other user. Type it, or let us log in with a key",
  ],
  [/^is neither a product's field nor a known target$/, "is no field that a product has"],
];

export const faults = {
  plain,
  /** Said above a form of what none of its fields shows. */
  unshown: (sentences: string) => `This cannot be saved as it is: ${sentences}.`,
} as const;
