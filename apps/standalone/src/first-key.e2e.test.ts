import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { oauthWire } from "./testing/oauth-wire.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import { createDeployment, type Deployment } from "./testing/run-deployment.js";

let deployment: Deployment;
let browser: TestBrowser;

beforeAll(async () => {
  deployment = await createDeployment();
  [browser] = await Promise.all([openBrowser(), deployment.start()]);
});
afterAll(async () => {
  await browser.close();
  await deployment.remove();
});

test("a new user creates a first API key on the API reference page with only the browser session", async () => {
  const person = await browser.newPerson(deployment.baseUrl);
  const { page } = person;
  await person.signUp();
  await page.goto(`${deployment.baseUrl}${API_BASE_PATH}/docs`);
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
  expect((await oauthWire(deployment.baseUrl).rest(secret, "/members")).json.data).toMatchObject([
    { email: person.email },
  ]);
  await person.leave();
});
