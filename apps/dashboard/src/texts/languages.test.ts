import { afterAll, describe, expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { messageText } from "../service-messages/message-text.js";
import { english } from "./en/english.js";
import { type Language, PSEUDO_LANGUAGE } from "./language.js";
import { loadTexts, texts } from "./texts.js";

type Text = (...parameters: unknown[]) => string;

afterAll(() => loadTexts("en"));

describe.each<Language>([...LANGUAGES, PSEUDO_LANGUAGE])("the texts of %s", (language) => {
  const load = async (): Promise<object> => {
    await loadTexts(language);
    return texts;
  };

  test("have the keys of the English ones, none missing and none more", async () => {
    const { service: _, ...rest } = (await load()) as { service: unknown };
    expect(keysOf(rest)).toEqual(keysOf(english));
  });

  test("are not empty", async () => {
    const empty = leavesOf(await load()).filter(([, leaf]) => typeof leaf === "string" && leaf.trim() === "");
    expect(empty.map(([path]) => path)).toEqual([]);
  });

  test("show every parameter that the English ones show", async () => {
    const theirs = new Map(leavesOf(await load()));
    const functions = leavesOf(english).filter((entry): entry is [string, Text] => typeof entry[1] === "function");
    expect(functions.length).toBeGreaterThan(100);
    const lost = functions.flatMap(([path, ours]) => {
      const shown = shownParameters(theirs.get(path) as Text, sampleFor(ours));
      return shownParameters(ours, sampleFor(ours)).flatMap((place) => (shown.includes(place) ? [] : [[path, place]]));
    });
    expect(lost).toEqual([]);
  });

  test("have a form of each noun for every category of the language's plural rules", async () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const nouns = leavesOf(await load()).filter(([path]) => path.endsWith(".other") && path.includes("noun"));
    expect(nouns.length).toBeGreaterThan(5);
    const forms = new Set(leavesOf(texts).map(([path]) => path));
    const missing = nouns.flatMap(([path]) =>
      pluralCategories.map((category) => path.replace(/other$/, category)).filter((form) => !forms.has(form)),
    );
    expect(missing).toEqual([]);
  });
});

/** Messages of the service whose examples, proposals and lists come in English, and the values that must be shown. */
const MESSAGES: readonly (readonly [message: string, ...values: string[]])[] = [
  ["must be an RFC 3339 date-time such as 2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z"],
  ["must be an RFC 3339 date-time or a date, such as 2026-12-01T00:00:00Z or 2026-12-01", "Z", "2026-12-01"],
  ["must be an ISO 3166-1 alpha-2 country code such as DE", "DE"],
  ["must be an ISO 3166-1 alpha-2 country code; did you mean GB?", "GB"],
  ["must be an active ISO 4217 currency code such as USD; did you mean EUR?", "USD", "EUR"],
  ["must be a BCP 47 language tag such as en or de-CH, and not the name of a language", "en", "de-CH"],
  ["must be an IANA time zone such as Europe/Berlin", "Europe/Berlin"],
  ["the channel requires a value when availability is preorder or backorder", "preorder", "backorder"],
  ["is not a known field; did you mean color?", "color"],
  ["left out: must be above zero and below price", "price"],
];
const ENGLISH_WORDS = /\b(must|such as|or|and|did you|mean|requires|when|left|be)\b/;

describe.each(LANGUAGES.filter((language) => language !== "en"))("what the service says in %s", (language) => {
  test.each(MESSAGES)("has its values and no English words: %s", async (message, ...values) => {
    await loadTexts(language);
    const shown = messageText(message);
    expect(shown).not.toMatch(ENGLISH_WORDS);
    expect(values.filter((value) => !shown.includes(value))).toEqual([]);
  });
});

/** All texts by their path, such as `home.attention.title`. */
function leavesOf(value: unknown, path = ""): [path: string, leaf: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, path === "" ? key : `${path}.${key}`));
}

/** Nouns have other forms in other languages. */
const keysOf = (value: unknown): string[] =>
  leavesOf(value)
    .map(([path]) => path.replace(/\.(zero|one|two|few|many|other)$/, ".form"))
    .filter((path, place, all) => all.indexOf(path) === place)
    .sort();

/** Two different values of each type that a parameter can have. */
const VALUES: readonly (readonly [unknown, unknown])[] = [
  ["Alpha", "Beta"],
  [3, 7],
  [["one", "two"], ["three"]],
  [
    { changed: 1, matched: 2, failed: 3, accepted: 4, unchanged: 5, removed: 6, rejected: 7 },
    { changed: 11, matched: 12, failed: 13, accepted: 14, unchanged: 15, removed: 16, rejected: 17 },
  ],
];

/** Values that the function turns into a text without a gap. */
function sampleFor(text: Text): readonly (readonly [unknown, unknown])[] {
  for (let choice = 0; choice < VALUES.length ** text.length; choice += 1) {
    const sample = Array.from({ length: text.length }, (_, place) => {
      const [first, second] = VALUES[Math.floor(choice / VALUES.length ** place) % VALUES.length] ?? [];
      return [first, second] as const;
    });
    const written = textOf(
      text,
      sample.map(([first]) => first),
    );
    if (written !== null && !/NaN|undefined|\[object/.test(written)) return sample;
  }
  throw new Error(`no sample for ${text}`);
}

/** The places of the parameters on which the text depends. */
const shownParameters = (text: Text, sample: readonly (readonly [unknown, unknown])[]): number[] =>
  sample.flatMap(([, other], place) => {
    const first = sample.map(([value]) => value);
    const second = first.map((value, at) => (at === place ? other : value));
    return textOf(text, first) === textOf(text, second) ? [] : [place];
  });

function textOf(text: Text, parameters: readonly unknown[]): string | null {
  try {
    return text(...parameters);
  } catch {
    return null;
  }
}
