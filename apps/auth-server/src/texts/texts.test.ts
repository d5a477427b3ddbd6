import { afterAll, describe, expect, test } from "@jest/globals";
import { LANGUAGES, type Language } from "@skucast/contracts/languages";
import { Html } from "@skucast/http-kit/html";
import { english } from "./en/english.js";
import { TEXTS } from "./texts.js";

type Text = (...parameters: unknown[]) => unknown;

afterAll(() => expect(Object.keys(TEXTS)).toEqual([...LANGUAGES]));

describe.each(LANGUAGES.map((language) => [language] as const))("the texts of %s", (language: Language) => {
  const theirs = new Map(leavesOf(TEXTS[language]));

  test("have the keys of the English ones, none missing and none more", () => {
    expect([...theirs.keys()].sort()).toEqual(
      leavesOf(english)
        .map(([path]) => path)
        .sort(),
    );
  });

  test("are not empty, and none is the English one by oversight", () => {
    const texts = [...theirs].filter(([, leaf]) => typeof leaf === "string");
    expect(texts.filter(([, leaf]) => String(leaf).trim() === "")).toEqual([]);
    const sentences = leavesOf(english).filter(([, leaf]) => typeof leaf === "string" && / .* /.test(leaf));
    expect(sentences.length).toBeGreaterThan(100);
    const same = sentences.filter(([path, leaf]) => theirs.get(path) === leaf).map(([path]) => path);
    expect(same).toHaveLength(language === "en" ? sentences.length : 0);
  });

  test("show every parameter that the English ones show, and leave no placeholder", () => {
    const functions = leavesOf(english).filter((entry): entry is [string, Text] => typeof entry[1] === "function");
    expect(functions.length).toBeGreaterThan(60);
    for (const [path, ours] of functions) {
      const text = theirs.get(path) as Text;
      const shown = written(text, samplesOf(ours));
      expect([path, shown]).toEqual([path, expect.not.stringMatching(/undefined|null|NaN|\[object|\$\{|=>/)]);
      // A restriction to one channel or several differs in words where the language has a plural.
      const counted = path === "signIn.invitation.restricted";
      const lost = samplesOf(ours).filter((value) => !shown.includes(value));
      expect([path, counted ? lost.slice(1) : lost]).toEqual([path, []]);
    }
  });
});

/** A value for each parameter that shows where it is written. */
const samplesOf = (text: Text): string[] => Array.from({ length: text.length }, (_, place) => `#${place}#`);

const written = (text: Text, parameters: readonly string[]): string =>
  leavesOf(text(...parameters))
    .map(([, leaf]) => (leaf instanceof Html ? leaf.text : String(leaf)))
    .join("\n");

/** All texts by their path, such as `signIn.title`. */
function leavesOf(value: unknown, path = ""): [path: string, leaf: unknown][] {
  if (typeof value !== "object" || value === null || value instanceof Html) return [[path, value]];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, path === "" ? key : `${path}.${key}`));
}
