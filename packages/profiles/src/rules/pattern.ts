import { LIMITS } from "@skucast/contracts/limits";
import { RE2JS } from "re2js";
import { canMatch } from "./can-match.js";
import { exceedsTextLimit } from "./rule-result.js";

/** A regular expression that takes time in proportion to the length of the text, whatever the text is. */
export interface Pattern {
  /** What matching costs for each character of a text, compared with a comparison of strings. */
  readonly cost: number;
  /** The number of its groups. */
  readonly groups: number;
  isFoundIn(text: string): boolean;
}

/** Takes characters from what rules may process in a row; false if there are not that many. */
export type Spend = (characters: number) => boolean;

/** A pattern with the text that replaces its matches. */
export interface Replacing extends Pattern {
  /** Undefined when the result would be too long. Spends what each match costs; the text stays if that is too much. */
  replaceIn(text: string, spend: Spend): string | undefined;
}

interface PatternSource {
  readonly pattern: string;
  readonly ignore_case?: boolean | undefined;
}

type Compiled = { readonly ok: true; readonly pattern: RE2JS } | { readonly ok: false; readonly message: string };

/** Instructions that take about as long for a character as a comparison of strings. */
const INSTRUCTIONS_PER_CHARACTER = 25;
/** The same where matches are located. Only whether there is one is known without looking at each instruction. */
const LOCATING_INSTRUCTIONS_PER_CHARACTER = 5;
/** A match, and each of its groups, takes about as long as comparing this many characters. */
const CHARACTERS_PER_MATCH = 25;

/** What is wrong with a pattern; undefined if it can be used. */
export function patternFault(source: PatternSource): string | undefined {
  const compiled = compile(source);
  if (!compiled.ok) return compiled.message;
  return canMatch(compiled.pattern) ? undefined : "can never match: no text fulfills it";
}

/** Compiles a pattern that was checked when it was saved. */
export function compilePattern(source: PatternSource): Pattern {
  return patternOf(compileOrThrow(source));
}

/** Compiles a pattern and its replacement, in which $1 to $9, $0 and $$ have a meaning. */
export function compileReplacing(source: PatternSource, replacement: string): Replacing {
  const compiled = compileOrThrow(source);
  const parts = partsOf(replacement);
  const locatingCost = Math.ceil(compiled.programSize() / LOCATING_INSTRUCTIONS_PER_CHARACTER);
  const matchCost = CHARACTERS_PER_MATCH * (1 + compiled.groupCount());
  return {
    ...patternOf(compiled),
    replaceIn(text, spend) {
      if (!compiled.test(text) || !spend(locatingCost * text.length)) return text;
      const matcher = compiled.matcher(text);
      const pieces: string[] = [];
      let length = 0;
      let from = 0;
      while (matcher.find()) {
        if (!spend(matchCost)) return text;
        const own = parts.map((part) => (typeof part === "number" ? (matcher.group(part) ?? "") : part)).join("");
        const kept = text.slice(from, matcher.start());
        length += kept.length + own.length;
        if (exceedsTextLimit(length)) return undefined;
        pieces.push(kept, own);
        from = matcher.end();
      }
      return from === 0 && pieces.length === 0 ? text : pieces.join("") + text.slice(from);
    },
  };
}

/** The largest group that a replacement names; 0 if it names none. */
export const largestGroupIn = (replacement: string): number =>
  Math.max(0, ...partsOf(replacement).filter((part) => typeof part === "number"));

function compile({ pattern, ignore_case }: PatternSource): Compiled {
  try {
    const compiled = RE2JS.compile(pattern, ignore_case ? RE2JS.CASE_INSENSITIVE : 0);
    if (compiled.programSize() <= LIMITS.rulePatternSizeMax) return { ok: true, pattern: compiled };
    const message = `is too complex: it has ${compiled.programSize()} instructions of at most ${LIMITS.rulePatternSizeMax}; use smaller repetitions`;
    return { ok: false, message };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, "") : String(cause);
    return { ok: false, message: `is not a regular expression in RE2 syntax: ${reason}` };
  }
}

function compileOrThrow(source: PatternSource): RE2JS {
  const compiled = compile(source);
  if (compiled.ok) return compiled.pattern;
  throw new Error(`the pattern ${source.pattern} ${compiled.message}`);
}

const patternOf = (compiled: RE2JS): Pattern => ({
  cost: Math.ceil(compiled.programSize() / INSTRUCTIONS_PER_CHARACTER),
  groups: compiled.groupCount(),
  isFoundIn: (text) => compiled.test(text),
});

/** Text and numbers of groups. */
function partsOf(replacement: string): readonly (string | number)[] {
  return replacement.split(/(\$[\d$])/).flatMap((part): (string | number)[] => {
    if (part === "") return [];
    if (!/^\$[\d$]$/.test(part)) return [part];
    return [part === "$$" ? "$" : Number(part.slice(1))];
  });
}
