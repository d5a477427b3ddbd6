import { describe, expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import type { ImportTexts } from "./english.js";
import { IMPORT_TEXTS } from "./texts.js";

const source = { name: "#source#", sourceId: "#source_id#", importId: "#import#", error: "#error#" };

const mailsOf = ({ uploads, sources }: ImportTexts) => [
  ...["#file#", null].flatMap((file) => [
    uploads.failed(file, "#id#", "#error#"),
    uploads.failed(file, "#id#", null),
    uploads.recovered(file, "#id#"),
  ]),
  ...(["early", "on_schedule", "never"] as const).map((retries) => sources.failed({ ...source, retries })),
  sources.failed({ ...source, isCutOff: true, retries: "early" }),
  sources.failed({ ...source, error: null, retries: "never" }),
  sources.recovered({ ...source, retries: "never" }),
  sources.ended({ ...source, retries: "never" }),
  sources.held({ ...source, retries: "never" }),
];
const namesIn = ({ subject, body }: { readonly subject: string; readonly body: string }) =>
  [...new Set(`${subject}\n${body}`.match(/#\w+#|\{public_url\}/g))].sort();

describe.each(LANGUAGES)("the mails in %s", (language) => {
  test("name what the English ones name, and leave no placeholder", () => {
    const mails = mailsOf(IMPORT_TEXTS[language]);
    const english = mailsOf(IMPORT_TEXTS.en);
    expect(mails.map(namesIn)).toEqual(english.map(namesIn));
    for (const { subject, body } of mails) expect(`${subject}${body}`).not.toMatch(/undefined|null|\[object|\$\{|=>/);
    if (language !== "en") for (const [i, { body }] of mails.entries()) expect(body).not.toBe(english[i]?.body);
  });
});
