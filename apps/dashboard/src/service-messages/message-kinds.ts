/**
 * Kinds of messages of the contracts and channels. The groups of a pattern are the parameters of the text. The first kind
 * that matches applies; a message of no kind is shown in English, as the service wrote it.
 */
type Patterns = Readonly<Record<string, RegExp>>;

/** Messages that name API fields and standards. Forms show them in plain words, in every language. */
export const PLAIN_KINDS = {
  required: /^is required\b.*|^must not be empty\b.*/,
  integer: /^must be an integer\b.*/,
  number: /^must be a number, not\b.*/,
  string: /^must be a string\b.*/,
  decimals: /^([A-Z]{3}) has (?:no decimals|at most (\d) decimals); send.*/,
  decimalNumber: /^must be a plain decimal number, such as .*/,
  digits: /^\S+ (?:would be read as|is too large for a number).*|^has more digits than can be kept exactly.*/,
  belowPrice: /^must be below price_amount$/,
  afterSaleStart: /^must be after sale_price_starts_at$/,
  dateTime: /^must be an RFC 3339 date-time(?: or a date,)?(.*)/,
  country: /^must be an ISO 3166-1 alpha-2 country code(.*)/,
  currency: /^must be an active ISO 4217 currency code(.*)/,
  language: /^must be a BCP 47 language tag such as(.*)/,
  timeZone: /^must be an IANA time zone(.*)/,
  https: /^requires an https URL; see url$/,
  deltaPush: /^must be sftp_push for a delta.*/,
  fullOnly: /^must be full: the profile (\S+) has no way.*/,
  removedRows: /^has no way to say that a product is removed .*/,
  passwordAgain: /^must be sent again because .* changes: a stored password is never sent.*/,
  productField: /^is neither a product's field nor a known target$/,
} as const satisfies Patterns;

/** Other messages, which are good English already. */
export const OTHER_KINDS = {
  leftOut: /^left out: (.+)$/,
  oneOf: /^must be one of:? (.+)$/,
  wholeNumber: /^must be a whole number$/,
  wholeNumberIn: /^must be a whole number from (\S+) to (\S+)$/,
  charactersMax: /^(?:must|should) have at most ([\d,]+) characters$/,
  charactersMin: /^(?:must|should) have at least ([\d,]+) characters$/,
  hiddenCharacter: /^must not contain the invisible character (U\+\S+); type the name instead of pasting it$/,
  entriesMax: /^must have at most ([\d,]+) (?:entries|rows)$/,
  entriesMin: /^must have at least ([\d,]+) (?:entries|rows)$/,
  atMost: /^must be at most (\S+(?: \S+)?)$/,
  atLeast: /^must be at least (\S+(?: \S+)?)$/,
  lessThan: /^must be less than (\S+)$/,
  moreThan: /^must be more than (\S+)$/,
  aboveZeroAndBelow: /^must be above zero and below (\S+)$/,
  unknownField: /^is not a (?:known field|field of products)(?:; did you mean (.+)\?)?$/,
  email: /^must be an email address$/,
  url: /^must be an absolute http or https URL without user name, password or spaces$/,
  date: /^must be a date such as (.+)$/,
  localTime: /^must be a local time such as (.+)$/,
  numberSuchAs: /^must be a number such as (.+)$/,
  hostName: /^must be a host name or an IP address, without scheme, port or path$/,
  gtin: /^must be a GTIN of 8, 12, 13 or 14 digits.*$/,
  cronFields: /^must be five fields: minute, hour, day of month, month, day of week$/,
  valueInOneOf: /^the channel requires a value in one of (.+)$/,
  valueWhen: /^the channel requires a value when (\S+) is (.+)$/,
  valuesIn: /^the channel requires (.+) for (.+) in (.+)$/,
  noPrice: /^there is no price in ([A-Z]{3}), the currency of the market$/,
  noTranslation: /^has no translation into (.+)$/,
  realValue: /^must be a real value, not (.+)$/,
  differFrom: /^must differ from (.+)$/,
  sameOptions: /^has the same options as (.+) in the same group$/,
  idTakenBy: /^(.+) is already the id of the product (.+)$/,
  idTaken: /^(.+) is already the id of another product$/,
  inCurrency: /^must be in ([A-Z]{3}), like the price$/,
  withinDays: /^must be within (\d+) days$/,
  // Conditions that contradict each other.
  neverTogether: /^can never be true together with (.+): no value of (\S+)/,
  // Why a server did not answer.
  hostUnknown: /^The host name does not resolve\.$/,
  hostUnknownNow: /^The host name could not be resolved\. This may be temporary\.$/,
  connectionRefused: /^The host refused the connection\.$/,
  connectionReset: /^The connection was reset\.$/,
  connectionClosed: /^The connection was closed before the answer\.$/,
  hostUnreachable: /^The host cannot be reached\.$/,
  noAnswer: /^No answer within (\S+) s\.$/,
  certificateExpired: /^The certificate has expired\.$/,
  certificateSelfSigned: /^The certificate (?:is self-signed|chain contains a self-signed certificate)\.$/,
  certificateUnverified: /^The certificate cannot be verified; an intermediate certificate may be missing\.$/,
  certificateOtherHost: /^The certificate is for another host name\.$/,
  tlsMissing: /^The host does not use TLS on this port\.$/,
  tlsAborted: /^The host aborted the TLS handshake\.$/,
  // Results of a feed's guards.
  fileRows: /^the file has (\d+) rows; the minimum is (\d+)$/,
  rowsLost: /^the file has lost (\S+) % of the live file's rows; the maximum is (\S+) %$/,
  productsInvalid: /^(\S+) % of the products are invalid; the maximum is (\S+) %$/,
  rowsChanged: /^(\S+) % of the live file's rows changed; the maximum is (\S+) %$/,
  pricesMoved: /^prices moved by (\S+) % at the median; the maximum is (\S+) %$/,
  outOfStock: /^(\S+) % of the rows are out of stock, (\S+) points more than in the live file; the maximum is (\S+)$/,
  columnsKept: /^the file has all columns of the live file$/,
  columnsMissing: /^columns are missing: (.+)$/,
  fewProducts: /^the channel selects fewer than (\d+) products, too few for a meaningful percentage$/,
  noLiveFile: /^there is no live file of (\d+) rows to compare with$/,
} as const satisfies Patterns;

export type PlainKind = keyof typeof PLAIN_KINDS;
export type OtherKind = keyof typeof OTHER_KINDS;

/** The text of a kind for its parameters. */
export type MessageTexts<Kind extends string> = Readonly<Record<Kind, (...parameters: string[]) => string>>;
