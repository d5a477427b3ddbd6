import { expect, test } from "@jest/globals";
import type { Language } from "@skucast/contracts/languages";
import express from "express";
import {
  currentLanguage,
  inLanguage,
  languageChosenHere,
  languageOfNewAccount,
  readLanguage,
} from "./request-language.js";

interface Answer {
  readonly language: Language;
  readonly chosen: Language | null;
  readonly kept: Language | null;
}

async function answerFor(headers: Readonly<Record<string, string>>): Promise<Answer> {
  const app = express();
  app.use(readLanguage, express.urlencoded({ extended: false }), async (_req, res) => {
    await Promise.resolve();
    res.json({ language: currentLanguage(), chosen: languageChosenHere(), kept: languageOfNewAccount() });
  });
  const server = app.listen(0, "127.0.0.1");
  try {
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const body = new URLSearchParams({ some: "field" });
    const response = await fetch(`http://127.0.0.1:${address.port}/`, { method: "POST", headers, body });
    // The handler above writes it.
    return (await response.json()) as Answer;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test.each<[string, Language]>([
  ["de", "de"],
  ["de-AT, en;q=0.8", "de"],
  ["nl, fr-CA;q=0.9, en;q=0.8", "fr"],
  ["en;q=0.5, es-MX;q=0.7", "es"],
  ["ja-JP", "ja"],
  ["de;q=0, fr;q=0.1", "fr"],
  ["nl", "en"],
  ["*", "en"],
  ["EN-gb, de", "en"],
  [";;q=x, ,", "en"],
])("for Accept-Language %j, pages are in %s", async (header, language) => {
  const answer = await answerFor({ "Accept-Language": header });
  expect(answer).toEqual({ language, chosen: null, kept: language === "en" ? null : language });
});

test.each<[string, Language, Language | null]>([
  ["skc_language=ja", "ja", "ja"],
  ["other=1; skc_language=en; last=2", "en", "en"],
  ["skc_language=xx", "de", null],
  ["skc_language=", "de", null],
  ["xskc_language=ja", "de", null],
])(
  "the choice in the cookie %j comes before Accept-Language, if there is such a language",
  async (cookie, language, chosen) => {
    const answer = await answerFor({ Cookie: cookie, "Accept-Language": "de" });
    expect(answer).toEqual({ language, chosen, kept: chosen ?? "de" });
  },
);

test("requests at the same time keep their languages, and outside of one it is English", async () => {
  const sent: readonly Language[] = ["de", "fr", "es", "ja"];
  const answers = await Promise.all(sent.map((each) => answerFor({ "Accept-Language": each })));
  expect(answers.map(({ language }) => language)).toEqual(sent);
  expect(currentLanguage()).toBe("en");
  expect(inLanguage("fr", currentLanguage)).toBe("fr");
});
