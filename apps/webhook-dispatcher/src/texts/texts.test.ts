import { describe, expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { DISPATCHER_TEXTS } from "./texts.js";

const endpoint = {
  host: "#host#",
  endpointId: "#endpoint#",
  since: "#since#",
  link: "#link#",
  publicUrl: "#url#",
  deliveryId: "#delivery#",
};
const namesIn = (text: { readonly subject: string; readonly body: string }) =>
  [...new Set(`${text.subject}\n${text.body}`.match(/#\w+#|\{public_url\}/g))].sort();

describe.each(LANGUAGES)("the mails in %s", (language) => {
  const { endpoints, summary, footer } = DISPATCHER_TEXTS[language];
  const english = DISPATCHER_TEXTS.en;

  test("name what the English ones name, and leave no placeholder", () => {
    const mails = [
      [endpoints.disabled(endpoint, "#reason#"), english.endpoints.disabled(endpoint, "#reason#")],
      ...(["failing", "exhausted", "recovered"] as const).map((event) => [
        endpoints[event](endpoint),
        english.endpoints[event](endpoint),
      ]),
      ...[0, 3].map((rest) => [
        { subject: summary.subject(7), body: summary.body("#from#", "#until#", 20, "#lines#", rest) },
        { subject: english.summary.subject(7), body: english.summary.body("#from#", "#until#", 20, "#lines#", rest) },
      ]),
      [
        { subject: "", body: footer("#workspace#") },
        { subject: "", body: english.footer("#workspace#") },
      ],
    ] as const;
    for (const [mail, inEnglish] of mails) {
      if (mail === undefined || inEnglish === undefined) throw new Error("no mail");
      expect(namesIn(mail)).toEqual(namesIn(inEnglish));
      expect(`${mail.subject}${mail.body}`).not.toMatch(/undefined|\[object|\$\{|=>/);
      if (language !== "en") expect(mail.body).not.toBe(inEnglish.body);
    }
    expect(summary.subject(7)).toContain("7");
    expect(summary.subject(1)).toContain("1");
    expect(summary.body("a", "b", 20, "c", 3)).toContain("20");
  });
});
