import { z } from "zod";
import { LIMITS } from "./limits.js";

/** An absolute http or https address without user name or password. */
export const urlSchema = z
  .string()
  .trim()
  .max(LIMITS.urlLengthMax)
  .refine(isPublicUrl, {
    error: "must be an absolute http or https address without user name, password or blanks",
    params: { code: "invalid_url" },
  })
  .meta({ format: "uri", examples: ["https://shop.example.com/p/1"] });

function isPublicUrl(value: string): boolean {
  if (!/^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu.test(value) || !value.isWellFormed()) return false;
  const url = URL.parse(value);
  return url !== null && url.username === "" && url.password === "" && url.hostname !== "";
}
