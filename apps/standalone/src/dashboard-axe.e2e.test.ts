import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import type { Person } from "./testing/person.js";
import { createHouse, type House } from "./testing/run-house.js";
import { violationsOf } from "./testing/violations-of.js";

const WIDTHS = [1440, 390];
/** Every place by its address; what stands in braces is an id of the demo workspace. */
const PLACES = [
  ...["/", "/products", "/products/TEE-RED-M", "/products/new", "/imports", "/imports/new", "/channels"],
  ...["/channels/{channel}", "/feeds", "/feeds/{feed}", "/runs/{run}", "/destinations", "/destinations/{destination}"],
  ...["/webhooks", "/webhooks/{endpoint}", "/webhooks/deliveries/{delivery}", "/api-keys", "/api-keys/connected-apps"],
  ...["/ai-clients", "/members", "/audit-log", "/settings", "/settings/nothing"],
];
let house: House;
let browser: TestBrowser;
let ids: Readonly<Record<string, string>>;
let people: readonly Person[];

beforeAll(async () => {
  house = await createHouse();
  [browser] = await Promise.all([openBrowser(), house.start()]);
  ids = await fill();
  people = [await signedIn("light"), await signedIn("dark")];
});
afterAll(async () => {
  await browser.close();
  await house.remove();
});

/** Puts something into the demo workspace wherever a place shows something. */
async function fill(): Promise<Readonly<Record<string, string>>> {
  const api = house.api();
  const product = { title: "Red tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  await api.call("POST", "/products", { sku: "TEE-RED-M", ...product });
  await api.call("POST", "/invitations", { email: "ada@example.com", role: "editor" });
  const first = async (path: string) => ((await api.call("GET", path)).data as { id: string }[])[0]?.id ?? "";
  const endpoint = await first("/webhook-endpoints");
  const feed = await first("/feeds");
  const delivery = await api.call("POST", `/webhook-endpoints/${endpoint}/test`);
  const run = await api.call("POST", `/feeds/${feed}/runs`);
  const [channel, destination] = [await first("/channels"), await first("/destinations")];
  return { channel, destination, endpoint, feed, delivery: String(delivery.id), run: String(run.id) };
}

/** The demo workspace's owner, in front of a browser with these colours. */
async function signedIn(colorScheme: "light" | "dark"): Promise<Person> {
  const person = await browser.newPerson(house.baseUrl, { colorScheme, reducedMotion: "reduce" });
  const { email, password } = house.demo().user;
  await person.page.goto(`${house.baseUrl}/sign-in`);
  await person.page.getByLabel("E-mail address").fill(email);
  await person.page.getByLabel("Password").fill(password);
  await person.page.getByRole("button", { name: "Sign in" }).click();
  await person.page.waitForURL((url) => url.pathname === "/");
  return person;
}

test.each(PLACES)(
  "axe-core finds nothing wrong with %s, light and dark, wide and narrow, and nothing sticks out",
  async (place) => {
    const path = place.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? "");
    for (const { page } of people) {
      await page.goto(house.baseUrl + path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.locator(".waiting").first().waitFor({ state: "detached" });
        expect(await violationsOf(page)).toEqual([]);
        expect([width, Number(await page.evaluate("document.documentElement.scrollWidth")) <= width]).toEqual([
          width,
          true,
        ]);
      }
    }
  },
);
