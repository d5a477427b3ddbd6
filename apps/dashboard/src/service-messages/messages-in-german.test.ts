import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ApiError } from "@skucast/client/api/api-error";
import { ISSUE_CODES } from "@skucast/contracts/channel-profiles/issue-codes";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { ERROR_CODES } from "@skucast/contracts/error-codes";
import { faultsOf } from "@skucast/contracts/faults";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { fieldErrorText } from "../forms/field-error-text.js";
import { loadTexts } from "../texts/texts.js";
import { fixHintText, issueText } from "./issue-text.js";
import { messageText } from "./message-text.js";
import { originalText, problemText } from "./problem-text.js";

beforeAll(() => loadTexts("de"));
afterAll(() => loadTexts("en"));

test.each([
  ["must have at most 150 characters", "darf höchstens 150 Zeichen haben"],
  [
    "must not contain the invisible character U+202E; type the name instead of pasting it",
    "darf das unsichtbare Zeichen U+202E nicht enthalten; tippen Sie den Namen ein, statt ihn einzufügen",
  ],
  ["must be one of: in_stock, preorder", "muss einer dieser Werte sein: in_stock, preorder"],
  [
    "can never be true together with /rules/0/when/0: no value of price_amount meets all of them",
    "kann nie zusammen mit /rules/0/when/0 zutreffen: kein Wert von price_amount erfüllt alle",
  ],
  ["is required (string)", "muss ausgefüllt werden"],
  ["left out: must be above zero and below price", "ausgelassen: muss über null und unter price liegen"],
  ["USD has at most 2 decimals; send 19.90", "hat zu viele Nachkommastellen: USD hat höchstens 2"],
  ["must be an ISO 3166-1 alpha-2 country code; did you mean GB?", /aus zwei Buchstaben sein; meinten Sie GB\?$/],
  ["the channel requires a value when a is b or c", "der Kanal braucht einen Wert, wenn a b oder c ist"],
  ["is not a known field; did you mean color?", "ist kein bekanntes Feld; meinten Sie color?"],
  [
    "12.5 % of the products are invalid; the maximum is 5 %",
    /^12[.,]5 % der Produkte sind ungültig; das Maximum ist 5 %$/,
  ],
  ["the file has 5 rows; the minimum is 1000", /^Zeilen der Datei: 5; das Minimum ist 1[.,]000$/],
  ["The host refused the connection.", "Der Server hat die Verbindung abgelehnt."],
  ["No answer within 10 s.", "Keine Antwort innerhalb von 10 s."],
  ["The certificate chain contains a self-signed certificate.", "Das Zertifikat ist selbst signiert."],
  ["a sentence that no language knows", "a sentence that no language knows"],
])("the message %j is shown in the language of the page if it is of a known kind", (message, text) => {
  expect(messageText(message)).toMatch(text);
});

test("the errors of a form are in the language of the page", () => {
  const faults = [channelCreateSchema, productUpsertSchema].flatMap((schema) => {
    const { error } = schema.safeParse({ name: "", title: "", sku: "", price_amount: -1, seller: 1, market: {} });
    return error === undefined ? [] : faultsOf(error, schema);
  });
  expect(faults.length).toBeGreaterThan(3);
  const foreign = faults.map(fieldErrorText).filter((text) => /\b(must|is|has|the)\b/i.test(text));
  expect(foreign.filter((text) => !/^Must be (an? (object|boolean)|zero|above)/.test(text))).toEqual([]);
});

test("an issue whose message has no text is explained by its code, but the reason of a rule is left as written", () => {
  const code = "missing_identifier";
  expect(issueText({ code, message: "left for dead" })).toMatch(/^Der Kanal braucht/);
  expect(fixHintText({ code, fix_hint: "Give it a GTIN." })).toMatch(/^Geben Sie dem Produkt/);
  expect(issueText({ code: "excluded_by_rule", message: "Sold in shops only" })).toBe("Sold in shops only");
  expect(issueText({ code: "of_tomorrow", message: "is new" })).toBe("is new");
  const left = Object.keys(ISSUE_CODES).filter(
    (each) => fixHintText({ code: each, fix_hint: "As it was." }) === "As it was.",
  );
  expect(left).toEqual([]);
});

test("an error is explained by its code, and the service's own sentence is kept next to it", () => {
  const codes = [...Object.keys(ERROR_CODES), "unreachable", "unexpected"];
  for (const code of codes) {
    const error = new ApiError({ status: 400, code, detail: "A sentence." });
    expect([code, problemText(error)]).not.toEqual([code, "A sentence."]);
    expect(originalText(error)).toBe("A sentence.");
  }
  const unknown = new ApiError({ status: 418, code: "teapot", detail: "Short and stout." });
  expect([problemText(unknown), originalText(unknown)]).toEqual(["Short and stout.", null]);
});
