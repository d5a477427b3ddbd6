import { COUNTRIES } from "@skucast/contracts/codes/countries";
import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { compareNames } from "../texts/format.js";
import { codeName } from "./code-name.js";

export type CodeKind = "country" | "currency" | "language";

interface Code {
  readonly code: string;
  readonly name: string;
}

const TYPES = { country: "region", currency: "currency", language: "language" } as const;
const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];

/** The code with its name in the user's language, such as "Germany (DE)"; a text that is no code as it is. */
export function codeLabel(kind: CodeKind, code: string, locale: string): string {
  const name = isOfKind(kind, code) ? codeName(TYPES[kind], code, locale) : undefined;
  return name === undefined ? code : `${name} (${code.trim()})`;
}

/** The labels to choose from, in the order of their names. Other language tags, such as `de-CH`, can be typed. */
export const codeLabels = (kind: CodeKind, locale: string): readonly string[] =>
  codesOf(kind, locale).map(({ code, name }) => `${name} (${code})`);

/** The code that a typed code, name or label stands for, in any case; any other text as it is. */
export function typedCode(kind: CodeKind, typed: string, locale: string): string {
  const text = fold(typed);
  const inBrackets = fold(/\(([^()]+)\)\s*$/.exec(typed)?.[1] ?? "");
  const codes = codesOf(kind, locale);
  const found =
    codes.find(({ code }) => fold(code) === text) ??
    codes.find(({ name }) => fold(name) === text) ??
    codes.find(({ code, name }) => fold(code) === inBrackets && text.startsWith(fold(name)));
  return found?.code ?? typed;
}

const fold = (text: string): string => text.trim().toLowerCase();

const isOfKind = (kind: CodeKind, code: string): boolean =>
  kind === "language" || (kind === "country" ? COUNTRIES : CURRENCY_DECIMALS).has(code.trim());

const known = new Map<string, readonly Code[]>();

/** The codes of a kind that have a name, which are found out once. */
function codesOf(kind: CodeKind, locale: string): readonly Code[] {
  const key = `${kind} ${locale}`;
  const stored = known.get(key);
  if (stored !== undefined) return stored;
  const codes = candidatesOf(kind)
    .flatMap((code) => {
      const name = codeName(TYPES[kind], code, locale);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((a, b) => compareNames(a.name, b.name));
  known.set(key, codes);
  return codes;
}

function candidatesOf(kind: CodeKind): readonly string[] {
  if (kind === "country") return [...COUNTRIES];
  if (kind === "currency") return [...CURRENCY_DECIMALS.keys()];
  const twoLetters = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));
  // Codes that were replaced, such as `iw`, have the name of the code that replaced them.
  return twoLetters.filter((code) => Intl.getCanonicalLocales(code)[0] === code);
}
