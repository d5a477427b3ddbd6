/** YYYY is YY twice. An alternative of its own would double the ways to read each of them, and the time with them. */
const TOKENS = "YY|MM|DD|HH|mm|ss";
const PLACEHOLDER = `\\{date:(?:${TOKENS})(?:${TOKENS}|[_-])*\\}`;

/** A plain file name, which may have placeholders for the date and time of a run: `products-{date:YYYYMMDD}.csv`. */
export const FILE_NAME = new RegExp(`^(?:[A-Za-z0-9_]|${PLACEHOLDER})(?:[A-Za-z0-9._-]|${PLACEHOLDER})*$`);

const PLACEHOLDERS = new RegExp(`\\{date:((?:${TOKENS}|[_-])+)\\}`, "g");

/** Whether the name of a feed's files depends on when a run starts. */
export const isDated = (fileName: string): boolean => fileName.includes("{date:");

/** The name with `write(pattern)` in the place of each placeholder. */
export const withDates = (fileName: string, write: (pattern: string) => string): string =>
  fileName.replace(PLACEHOLDERS, (_, pattern: string) => write(pattern));

/** Whether two names can be the same on some day. */
export function canBeEqual(one: string, other: string): boolean {
  return isDated(one) || isDated(other) ? shapeOf(one) === shapeOf(other) : one === other;
}

/** The name with a zero for each digit. */
const shapeOf = (fileName: string): string =>
  withDates(fileName, (pattern) => pattern.replace(/[A-Za-z]/g, "0")).replace(/\d/g, "0");
