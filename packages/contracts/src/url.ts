import { z } from "zod";
import { LIMITS } from "./limits.js";

const REFUSED = "must be an absolute http or https address without user name, password or blanks";
const USER_REFUSED =
  "must not hold a user name or password; a webhook endpoint sends them in headers: authorization with Basic and base64 of user:password";

/** An absolute http or https address without user name or password. */
export const urlSchema = z
  .string()
  .trim()
  .max(LIMITS.urlLengthMax)
  .refine(isPublicUrl, {
    error: ({ input }) => (namesUser(String(input)) ? USER_REFUSED : REFUSED),
    params: { code: "invalid_url" },
  })
  .meta({ format: "uri", examples: ["https://shop.example.com/p/1"] });

function namesUser(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.username !== "" || url.password !== "");
}

function isPublicUrl(value: string): boolean {
  if (!/^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu.test(value) || !value.isWellFormed()) return false;
  const url = URL.parse(value);
  return url !== null && url.username === "" && url.password === "" && url.hostname !== "";
}
