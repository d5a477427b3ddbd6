import { Problem } from "@skucast/contracts/problem";
import { parseJson } from "@skucast/http-kit/json-body";

/**
 * The JSON in a string if it is of this kind, or the string itself. The JSON follows the rules of a body: what a body
 * may not contain, such as a number that would change, throws the same Problem.
 */
export function jsonIn(text: string, isKind: (value: unknown) => boolean): unknown {
  try {
    const value = parseJson(Buffer.from(text));
    return isKind(value) ? value : text;
  } catch (error) {
    if (error instanceof Problem && error.code === "invalid_json") return text;
    throw error;
  }
}
