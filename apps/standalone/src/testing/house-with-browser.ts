import { afterAll, beforeAll } from "@jest/globals";
import type { BrowserContextOptions } from "playwright-core";
import { openBrowser, type TestBrowser } from "./open-browser.js";
import type { Person } from "./person.js";
import { createHouseOnTestDatabase, type House } from "./run-house.js";
import { watchPage } from "./watch-page.js";

/** Someone who is signed in and manages a workspace, watched until `faults` is asked. */
export interface Owner extends Person {
  /** Goes to a place of the dashboard. */
  open(path: string): Promise<void>;
  /** What the page did wrong without showing it; told once, at the end. */
  faults(): Promise<string[]>;
}

/** The house of a test file, with a browser before it. Its members are there from the first hook of the file on. */
export interface HouseWithBrowser {
  readonly house: House;
  readonly browser: TestBrowser;
  /** Someone new, with a workspace of their own. */
  newOwner(): Promise<Owner>;
  /** The demo workspace's owner. */
  demoOwner(options?: BrowserContextOptions): Promise<Owner>;
}

/** A test sends requests faster than a person: on a fast machine more than the default limit allows in a minute. */
const NO_RATE_LIMIT = { SKUCAST_REQUESTS_PER_MINUTE: "1000000" };

/** Starts a house and a browser before the tests of a file, and ends both after them. */
export function houseWithBrowser(env: Readonly<Record<string, string>> = {}): HouseWithBrowser {
  let house: House;
  let browser: TestBrowser;
  beforeAll(async () => {
    house = await createHouseOnTestDatabase({ ...NO_RATE_LIMIT, ...env });
    [browser] = await Promise.all([openBrowser(), house.start()]);
  });
  afterAll(async () => {
    await browser.close();
    await house.remove();
  });
  const watched = (person: Person): Owner => ({
    ...person,
    open: async (path) => void (await person.page.goto(house.baseUrl + path)),
    faults: watchPage(person.page, house.baseUrl),
  });
  return {
    get house() {
      return house;
    },
    get browser() {
      return browser;
    },
    newOwner: async () => {
      const person = await browser.newPerson(house.baseUrl);
      await person.signUp();
      return watched(person);
    },
    demoOwner: async (options) => {
      const person = await browser.newPerson(house.baseUrl, options);
      const { email, password } = house.demo().user;
      const { page } = person;
      await page.goto(`${house.baseUrl}/sign-in`);
      await page.getByLabel("Email address").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL((url) => url.pathname !== "/sign-in");
      return watched(person);
    },
  };
}
