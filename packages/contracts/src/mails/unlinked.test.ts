import { domainToASCII } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { unlinked } from "./unlinked.js";

test.each([
  ["Visit https://evil.example", "Visit …"],
  ["Visit HTTPS://evil.example/login now", "Visit … now"],
  ["ftp://evil", "…"],
  ["www.evil.example", "…"],
  ["evil.example/login", "…"],
  ["evil.example", "evil·example"],
  ["https:\u200b//evil.example", "…"],
  ["ev\u00adil.exam\u2060ple/x", "…"],
  ["ada@evil.example", "ada@evil·example"],
  ["mailto:eve@evil.example now", "… now"],
  ["203.0.113.7", "203·0·113·7"],
  ["J.R.R. Tolkien", "J.R.R. Tolkien"],
  ["Shoes & more: v1.2", "Shoes & more: v1.2"],
  ["Sizes 10.50 (2.0.14)", "Sizes 10.50 (2.0.14)"],
  ["A/B lamps, 24/7", "A/B lamps, 24/7"],
  ["Lamps...and more", "Lamps...and more"],
])("of the name %j, a mail shows %j", (name, shown) => {
  expect(unlinked(name)).toBe(shown);
});

/** Whether a program that knows internationalized domains, or folds compatibility forms, finds a domain in a word. */
const hasDomain = (word: string): boolean =>
  [word, word.normalize("NFKC"), domainToASCII(word)].some((each) =>
    /[^\s.\u3002\uff61][.\u3002\uff61][\p{L}\p{M}\p{N}-]{2}/u.test(each),
  );

describe("a hostile name carries neither a domain nor a URL", () => {
  const DOTS = [".", "\u2024", "\u3002", "\ufe12", "\ufe52", "\uff0e", "\uff61"];
  const SLASHES = ["/", "\\", "\u2044", "\u2215", "\u29f8", "\uff0f", "\uff3c", "\ufe68"];
  const COLONS = [":", "\u2236", "\ua789", "\ufe13", "\ufe55", "\uff1a"];
  const ATS = ["@", "\ufe6b", "\uff20"];
  const NAMES = [
    ...DOTS.flatMap((dot) => [
      `PayPal Security evil${dot}example`,
      `evil${dot}\u00adexample`,
      `evil-${dot}example`,
      `evi\u0301l${dot}e\u0301xample`,
      `\u{1f355}${dot}ws`,
      `xn--e1afmkfd${dot}xn--p1ai`,
      `\u092d\u093e${dot}\u092d\u093e\u0930\u0924`,
      `203${dot}0${dot}113${dot}7`,
      ...ATS.map((at) => `help${at}evil${dot}example`),
      ...SLASHES.map((slash) => `evil${dot}example${slash}login`),
      `www${dot}evil${dot}example`,
    ]),
    ...COLONS.flatMap((colon) => SLASHES.map((slash) => `https${colon}${slash}${slash}evil.example`)),
    "\uff48\uff54\uff54\uff50\uff1a\uff0f\uff0fevil",
    "\uff57\uff57\uff57\uff0eevil\uff0eexample",
    "evil\u2488example",
    "evil.example\u3002example",
  ];

  test.each(NAMES)("%j", (name) => {
    const shown = unlinked(`Lamps ${name} now`);
    expect(shown.split(" ").filter(hasDomain)).toEqual([]);
    expect(shown.normalize("NFKC")).not.toMatch(/:\/\/|www\.|example[/\\]/);
    expect([shown.startsWith("Lamps "), shown.endsWith(" now")]).toEqual([true, true]);
  });

  test("whatever character stands for its dot or next to it", () => {
    const found: string[] = [];
    for (let point = 0; point < 0x110000; point += 1) {
      const each = String.fromCodePoint(point);
      if (/[\p{Lo}\p{Cn}\p{Co}\p{Cs}]/u.test(each)) continue;
      const names = [`evil${each}example`, `evil${each}.example`, `evil.${each}example`, `evil.ex${each}ample`];
      for (const name of names) {
        if (unlinked(name).split(/\s/u).some(hasDomain))
          found.push(`U+${point.toString(16)} in ${names.indexOf(name)}`);
      }
    }
    expect(found).toEqual([]);
  });
});
