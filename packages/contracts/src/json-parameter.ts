import { z } from "zod";
import { inexactNumbersOf } from "./exact-numbers.js";
import { findRepeatedMember } from "./find-repeated-member.js";
import type { Fault } from "./problem.js";
import { protoFaultsOf } from "./proto-faults.js";

/**
 * A query parameter that holds JSON text of at most `lengthMax` characters. `expected` names what it must be. As in a
 * body, a member that occurs twice in an object or is named `__proto__`, and a number that would be stored inexactly, are
 * rejected.
 */
export const jsonParameter = (lengthMax: number, expected: string) =>
  z
    .string()
    .max(lengthMax)
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed === undefined) {
        context.addIssue({ code: "custom", message: `must be ${expected}` });
        return z.NEVER;
      }
      for (const { pointer, code, message } of parsed.faults) {
        context.addIssue({ code: "custom", path: pathOf(pointer), message, params: { code } });
      }
      return parsed.faults.length > 0 ? z.NEVER : parsed.value;
    });

/** The value and what is wrong with its text; undefined if it is not JSON, or nested too deeply to be read. */
function parse(text: string): { readonly value: unknown; readonly faults: readonly Fault[] } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const repeated = findRepeatedMember(text);
    const faults = [...inexactNumbersOf(text), ...protoFaultsOf(value)];
    return { value, faults: repeated === undefined ? faults : [repeatedFault(repeated.name), ...faults] };
  } catch {
    return undefined;
  }
}

const SHOWN_NAME_MAX = 100;

function repeatedFault(name: string): Fault {
  const shown = JSON.stringify(name.slice(0, SHOWN_NAME_MAX).toWellFormed());
  return { pointer: "", code: "duplicate", message: `must not have the member ${shown} twice in the same object` };
}

const pathOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
