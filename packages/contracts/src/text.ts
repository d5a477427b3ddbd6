import { z } from "zod";
import { hiddenInName } from "./hidden-characters.js";
import { normalized } from "./normal-form.js";

// Control characters except tab and line breaks: PostgreSQL rejects NUL, and XML 1.0 rejects the others except DEL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f]/;

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** The first character that Unicode NFC may change. */
const MAY_CHANGE = /[\u0300-\uffff]/;
const toNfc = (value: string): string => (MAY_CHANGE.test(value) ? normalized(value, "NFC") : value);

/**
 * Text of 1 to `max` characters (Unicode code points), trimmed, in Unicode NFC, without control characters or lone
 * surrogates. `multiline` allows tabs and line breaks.
 */
export function text(max: number, { multiline = false }: { multiline?: boolean } = {}) {
  const forbidden = multiline ? CONTROL : CONTROL_OR_BREAK;
  // One check instead of four: every product has a dozen of texts, and a check costs as much as what it does.
  return z
    .string()
    .check((payload) => {
      const value = toNfc(payload.value.trim());
      payload.value = value;
      if (value === "") {
        const limit = { code: "too_small", origin: "string", minimum: 1, inclusive: true } as const;
        payload.issues.push({ ...limit, input: value, continue: true });
      }
      const fault = textFault(value, max, forbidden);
      if (fault)
        payload.issues.push({ code: "custom", message: fault.message, input: value, params: { code: fault.code } });
    })
    .meta({ minLength: 1, maxLength: max });
}

/**
 * The name that a person gives something: text of at most `max` characters without characters that are invisible or change
 * the direction of text, which could make it look like another name. Only for input, because older names may have them.
 */
export function nameText(max: number) {
  return text(max)
    .check((payload) => {
      const hidden = hiddenInName(payload.value);
      if (hidden === null || CONTROL_OR_BREAK.test(payload.value)) return;
      payload.issues.push({
        code: "custom",
        message: `must not contain the invisible character ${hidden}; type the name instead of pasting it`,
        input: payload.value,
        params: { code: "invisible_character" },
      });
    })
    .meta({ minLength: 1, maxLength: max });
}

const checkCharacters = (payload: z.core.ParsePayload<string>): void => {
  const { value } = payload;
  const fault = characterFault(value, CONTROL);
  if (fault)
    payload.issues.push({ code: "custom", message: fault.message, input: value, params: { code: fault.code } });
};

/**
 * Free text that may be empty and is only normalized to Unicode NFC: at most `max` UTF-16 code units, without the control
 * characters above and lone surrogates.
 */
export const verbatim = (max: number) => z.string().overwrite(toNfc).max(max).check(checkCharacters);

/** The same as it is, such as a name in a file. */
export const exactText = (max: number) => z.string().max(max).check(checkCharacters);

function textFault(value: string, max: number, forbidden: RegExp): { code: string; message: string } | null {
  if (value.length > max && codePoints(value) > max) {
    return { code: "too_long", message: `must have at most ${max} characters` };
  }
  return characterFault(value, forbidden);
}

function characterFault(value: string, forbidden: RegExp): { code: string; message: string } | null {
  if (forbidden.test(value)) return { code: "control_character", message: "must not contain control characters" };
  if (!value.isWellFormed()) {
    return { code: "malformed_unicode", message: "must be well-formed Unicode (it has a lone surrogate)" };
  }
  return null;
}
