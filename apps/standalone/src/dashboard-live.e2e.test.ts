import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import type { Page } from "playwright-core";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import { createHouse, type House } from "./testing/run-house.js";
import { violationsOf } from "./testing/violations-of.js";

/** What the service promises of a session that has ended, at most. */
const REVOKED_WITHIN_MS = 5_000;
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

/** A page whose stream of changes is open, and how to do something as the same person elsewhere. */
async function openLive(path: string) {
  const person = await browser.newPerson(house.baseUrl);
  await person.signUp();
  const { page } = person;
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith(`${API_BASE_PATH}/live`) && answer.ok()),
    page.goto(house.baseUrl + path),
  ]);
  return { ...person, elsewhere: await page.context().newPage() };
}

/** Asks as the page itself would, past what the page shows. */
const send = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    ([url, text]) =>
      fetch(String(url), { method: "POST", headers: { "Content-Type": "application/json" }, body: String(text) }).then(
        ({ status }) => status,
      ),
    [API_BASE_PATH + path, JSON.stringify(body)],
  );

test("what someone else does appears in an open page by itself", async () => {
  const { page, elsewhere, leave } = await openLive("/api-keys");
  await page.getByText("No key yet").waitFor();
  await elsewhere.goto(`${house.baseUrl}/products`);
  expect(await send(elsewhere, "/api-keys", { name: "Made elsewhere" })).toBe(201);
  await page.getByRole("row", { name: /Made elsewhere/ }).waitFor();
  await leave();
});

test("a page whose session ends elsewhere leads to signing in within seconds, and back to where it was", async () => {
  const person = await openLive("/webhooks");
  const { page, elsewhere, leave } = person;
  await elsewhere.goto(`${house.baseUrl}/sign-out`);
  await elsewhere.getByRole("button", { name: "Sign out" }).click();
  const endedAtMs = performance.now();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  expect(performance.now() - endedAtMs).toBeLessThan(REVOKED_WITHIN_MS);
  await person.signIn();
  await page.waitForURL((url) => url.pathname === "/webhooks");
  await leave();
});

test("a page says when it is cut off and since when what it shows is old, and catches up by itself", async () => {
  const { page, leave } = await openLive("/api-keys");
  await page.getByText("No key yet").waitFor();
  await house.kill();
  await page.getByText(/is not told of changes just now|is not up to date/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await house.start();
  expect(await send(page, "/api-keys", { name: "After the restart" })).toBe(201);
  await page.getByRole("row", { name: /After the restart/ }).waitFor();
  await page.getByText(/is not told of changes just now|is not up to date/).waitFor({ state: "detached" });
  await leave();
});
