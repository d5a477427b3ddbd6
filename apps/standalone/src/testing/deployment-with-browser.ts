import { afterAll, beforeAll } from "@jest/globals";
import type { BrowserContextOptions } from "playwright-core";
import { openBrowser, type TestBrowser } from "./open-browser.js";
import type { FindSignUpLink, Person } from "./person.js";
import { createDeploymentOnTestDatabase, type DeploymentOnTestDatabase } from "./run-deployment.js";
import { watchPage } from "./watch-page.js";

/** A signed-in owner of a workspace. Their page is watched for errors until `faults` is called. */
export interface Owner extends Person {
  /** Opens a page of the dashboard. */
  open(path: string): Promise<void>;
  /** Errors of the page that the user does not see (console, failed requests); call it once, at the end. */
  faults(): Promise<string[]>;
}

/** The deployment of a test file and a browser. Its members exist from the first hook of the file on. */
export interface DeploymentWithBrowser {
  readonly deployment: DeploymentOnTestDatabase;
  readonly browser: TestBrowser;
  /** A user with a browser window, who has no account yet. */
  newPerson(options?: BrowserContextOptions): Promise<Person>;
  /** Signs up a new user with their own workspace. */
  newOwner(options?: BrowserContextOptions): Promise<Owner>;
  /** The demo workspace's owner. */
  demoOwner(options?: BrowserContextOptions): Promise<Owner>;
}

/** On a fast machine, tests send more requests a minute than the default limit allows. */
const NO_RATE_LIMIT = { SKUCAST_REQUESTS_PER_MINUTE: "1000000" };

type Environment = Readonly<Record<string, string>>;

/**
 * Starts a deployment and a browser before the tests of a file, and ends both after them. An environment that depends on
 * servers of the test is a function, which starts them. With a mail server, say where the sign-up links are found.
 */
export function deploymentWithBrowser(
  env: Environment | (() => Promise<Environment>) = {},
  findSignUpLink?: FindSignUpLink,
): DeploymentWithBrowser {
  let deployment: DeploymentOnTestDatabase;
  let browser: TestBrowser;
  beforeAll(async () => {
    deployment = await createDeploymentOnTestDatabase({
      ...NO_RATE_LIMIT,
      ...(typeof env === "function" ? await env() : env),
    });
    [browser] = await Promise.all([openBrowser(), deployment.start()]);
  });
  afterAll(async () => {
    // There is none if the deployment did not start.
    await (browser as TestBrowser | undefined)?.close();
    await deployment.remove();
  });
  const watched = (person: Person): Owner => ({
    ...person,
    open: async (path) => void (await person.page.goto(deployment.baseUrl + path)),
    faults: watchPage(person.page, deployment.baseUrl),
  });
  const newPerson = (options?: BrowserContextOptions) => browser.newPerson(deployment.baseUrl, options, findSignUpLink);
  return {
    get deployment() {
      return deployment;
    },
    get browser() {
      return browser;
    },
    newPerson,
    newOwner: async (options) => {
      const person = await newPerson(options);
      await person.signUp();
      return watched(person);
    },
    demoOwner: async (options) => {
      const person = await newPerson(options);
      const { email, password } = deployment.demo().user;
      const { page } = person;
      await page.goto(`${deployment.baseUrl}/sign-in`);
      await page.getByLabel("Email address").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL((url) => url.pathname !== "/sign-in");
      return watched(person);
    },
  };
}
