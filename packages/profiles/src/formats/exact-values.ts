/** The precision of a DECIMAL that fits 64 bits, and its scale: no currency has more decimals (ISO 4217: CLF, UYW). */
export const DECIMAL_PRECISION = 18;
export const DECIMAL_SCALE = 4;

const AMOUNT = new RegExp(`^(-?\\d{1,${DECIMAL_PRECISION - DECIMAL_SCALE}})(?:\\.(\\d{1,${DECIMAL_SCALE}}))?$`);
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/;
const MICROS_PER_MS = 1000n;

/**
 * A number in ten-thousandths, converted by its shortest decimal string, so that nothing is multiplied or rounded. Undefined
 * if it has more digits than DECIMAL(18, 4).
 */
export function unscaledAmount(amount: number): bigint | undefined {
  const [, whole, fraction = ""] = AMOUNT.exec(String(amount)) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(DECIMAL_SCALE, "0"));
}

/**
 * Microseconds since 1970-01-01T00:00:00Z of an RFC 3339 date-time with its offset, or of the start of a date in UTC.
 * Decimals of a second after the sixth are cut off. Undefined for dates that do not exist and for other text.
 */
export function utcMicros(text: string): bigint | undefined {
  if (DATE.test(text)) return micros(`${text}T00:00Z`, text, "");
  const [, date, time, fraction = "", offset] = DATE_TIME.exec(text) ?? [];
  return date === undefined ? undefined : micros(`${date}${time}${offset}`, date, fraction);
}

function micros(wholeSeconds: string, date: string, fraction: string): bigint | undefined {
  const ms = Date.parse(wholeSeconds);
  if (Number.isNaN(ms) || !isDay(date)) return undefined;
  return BigInt(ms) * MICROS_PER_MS + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
}

/** Date.parse reads 30 February as 2 March. */
function isDay(date: string): boolean {
  const ms = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}
