import { z } from "zod";

/** No time zone is further from UTC, and PostgreSQL reads no larger offset. */
const OFFSET_HOURS_MAX = 15;
/** More digits of a second than any clock has. */
const LENGTH_MAX = 50;
const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

const hasKnownOffset = (value: string): boolean => {
  const [, hours] = /[+-](\d\d):\d\d$/.exec(value) ?? [];
  return hours === undefined || Number(hours) <= OFFSET_HOURS_MAX;
};

/**
 * Limits a time (RFC 3339, section 5.6) to those that JavaScript, PostgreSQL and files can all express: in the years 1 to
 * 9999 in UTC, with an offset of less than 16 hours.
 */
export const inKnownTime = (schema: z.ZodISODateTime) =>
  schema
    .refine((value) => value.length <= LENGTH_MAX, {
      error: `must have at most ${LENGTH_MAX} characters`,
      params: { code: "too_long" },
      abort: true,
    })
    .refine(hasKnownOffset, {
      error: `must have an offset from UTC of less than ${OFFSET_HOURS_MAX + 1} hours`,
      params: { code: "not_allowed" },
      abort: true,
    })
    .refine((value) => Date.parse(value) >= FIRST && Date.parse(value) <= LAST, {
      error: "must be a time in the years 1 to 9999 in UTC",
      params: { code: "not_allowed" },
      abort: true,
    });

/** A time with its offset from UTC. */
export const zonedTime = inKnownTime(z.iso.datetime({ offset: true, abort: true }));

/** A date of the years 1 to 9999 (RFC 3339, section 5.6). */
export const calendarDate = z.iso.date({ abort: true }).refine((value) => !value.startsWith("0000"), {
  error: "must be a date since the year 1",
  params: { code: "not_allowed" },
  abort: true,
});
