import { describe, expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import type { RunTexts } from "./english.js";
import { RUN_TEXTS } from "./texts.js";

const delivery = {
  destination_id: "#destination_id#",
  status: "failed",
  attempts: 3,
  error: "#error#",
  server_message: "#message#",
} as Parameters<RunTexts["deliveryFailed"]>[0]["delivery"];
const described = {
  feed: "#feed#",
  destination: "#destination#",
  feedId: "#feed_id#",
  runId: "#run#",
  isScheduled: true,
  delivery,
};

const mailsOf = (texts: RunTexts) => [
  texts.held(described, "#reasons#"),
  ...[true, false].flatMap((isScheduled) => [
    texts.failed({ ...described, isScheduled }, "#error#"),
    texts.deliveryFailed({ ...described, isScheduled }),
  ]),
  texts.deliveryFailed({ ...described, delivery: { ...delivery, error: null, server_message: null } }),
  texts.recovered(described),
  texts.deliveryRecovered(described),
];
const namesIn = ({ subject, body }: { readonly subject: string; readonly body: string }) =>
  [...new Set(`${subject}\n${body}`.match(/#\w+#|\{public_url\}/g))].sort();

describe.each(LANGUAGES)("the mails in %s", (language) => {
  test("name what the English ones name, and leave no placeholder", () => {
    const mails = mailsOf(RUN_TEXTS[language]);
    const english = mailsOf(RUN_TEXTS.en);
    expect(mails.map(namesIn)).toEqual(english.map(namesIn));
    for (const { subject, body } of mails) expect(`${subject}${body}`).not.toMatch(/undefined|null|\[object|\$\{|=>/);
    if (language !== "en") for (const [i, { body }] of mails.entries()) expect(body).not.toBe(english[i]?.body);
  });
});
