import { z } from "zod";
import { LIMITS } from "./limits.js";

const NOT_A_URL = "must be an absolute http or https URL without user name, password or spaces";
const HAS_CREDENTIALS =
  "must not contain a user name or password; for a webhook endpoint, send them in headers: authorization with Basic and base64 of user:password; for a source or a destination, in auth";

/**
 * An absolute http or https URL without user name or password. Shops have addresses with characters that RFC 3986 does not
 * allow, such as `ü` or `|`, which browsers encode. They are kept as they are, so the published schema has no `format`.
 */
export const urlSchema = z
  .string()
  .trim()
  .max(LIMITS.urlLengthMax)
  .refine(isPublicUrl, {
    error: ({ input }) => (hasCredentials(String(input)) ? HAS_CREDENTIALS : NOT_A_URL),
    params: { code: "invalid_url" },
  })
  .meta({ examples: ["https://shop.example.com/p/1"] });

/** A URL that we send requests to. A backslash is no URL character (RFC 3986): parsers disagree about the host after it. */
export const requestUrlSchema = urlSchema.refine((url) => !url.includes("\\"), {
  error: "must not have a backslash; write it as %5C",
  params: { code: "not_allowed" },
});

function hasCredentials(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.username !== "" || url.password !== "");
}

function isPublicUrl(value: string): boolean {
  if (!/^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu.test(value) || !value.isWellFormed()) return false;
  // The parser accepts no such URL without a host, and one without an @ has no credentials.
  return URL.canParse(value) && !(value.includes("@") && hasCredentials(value));
}
