import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { oauthWire } from "./testing/oauth-wire.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import { createHouse, type House } from "./testing/run-house.js";

let house: House;
let browser: TestBrowser;

beforeAll(async () => {
  house = await createHouse();
  [browser] = await Promise.all([openBrowser(), house.start()]);
});
afterAll(async () => {
  await browser.close();
  await house.remove();
});

test("who has just opened an account makes a first key on the page of the API's reference, with the session alone", async () => {
  const person = await browser.newPerson(house.baseUrl);
  const { page } = person;
  await person.signUp();
  await page.goto(`${house.baseUrl}${API_BASE_PATH}/docs`);
  const operation = page.locator("#operations-API_keys-createApiKey");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.locator("textarea").fill('{"name": "First"}');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    operation.getByRole("button", { name: "Execute" }).click(),
  ]);
  expect(answer.status()).toBe(201);
  const { secret } = await answer.json();
  expect((await oauthWire(house.baseUrl).rest(secret, "/members")).json.data).toMatchObject([{ email: person.email }]);
  await person.leave();
});
