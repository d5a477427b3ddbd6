import { parseAllowList } from "@skucast/targets/allow-list";
import { z } from "zod";

/** A setting with IP ranges in the form of `parseAllowList`. Default: none. */
export const addressRanges = () =>
  z
    .string()
    .refine(isAllowList, "must be IP ranges such as 10.0.0.0/8, 127.0.0.1 or fd00::/8, separated by commas")
    .prefault("");

function isAllowList(text: string): boolean {
  try {
    parseAllowList(text);
    return true;
  } catch {
    return false;
  }
}
