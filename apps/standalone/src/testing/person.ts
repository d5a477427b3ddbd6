import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import { signUpLinkInOutbox } from "@skucast/auth-server/testing/sign-up-with-forms";
import type { BrowserContext, Page } from "playwright-core";

/** Far longer than a page needs next to much other work: the tests wait for what it shows. */
const TIMEOUT_MS = 300_000;
const PASSWORD = "a long enough passphrase";

/** How a user answers the consent page. */
export interface Answer {
  readonly decision?: "Allow" | "Deny";
  /** Scopes to check; default: those that the app requested. */
  readonly scopes?: readonly string[];
  /** The label of a preset to choose instead of single scopes. */
  readonly access?: string;
  /** Name of the workspace to choose; default: the one that the page preselects. */
  readonly workspace?: string;
}

/** A user with a browser window. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly page: Page;
  /** Signs up with the forms and the mailed link, and creates a workspace. */
  signUp(workspaceName?: string): Promise<void>;
  signIn(): Promise<void>;
  /** Opens an app's authorization request and answers the consent page; resolves with the URL of the redirect. */
  answer(request: URL | string, answer?: Answer): Promise<URL>;
  leave(): Promise<void>;
}

/** Finds the path of the sign-up link that was mailed to an address. Default: in the outbox of the deployment. */
export type FindSignUpLink = (email: string) => Promise<string>;

export async function openPerson(
  context: BrowserContext,
  baseUrl: string,
  findSignUpLink?: FindSignUpLink,
): Promise<Person> {
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  // Without a listener, the browser would stay on a page with unsaved changes. Tests of the question remove it.
  page.on("dialog", (dialog) => void (dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss()));
  const email = `person-${randomUUID()}@example.com`;
  const untilSentAway = async (tab: Page) => {
    const request = await tab.waitForRequest((sent) => !sent.url().startsWith(`${baseUrl}/`));
    return new URL(request.url());
  };
  const findLink =
    findSignUpLink ??
    ((to) => signUpLinkInOutbox(async (path) => (await context.request.get(baseUrl + path)).text(), to));
  return {
    email,
    password: PASSWORD,
    page,
    async signUp(workspaceName = "Shop") {
      await page.goto(`${baseUrl}/sign-up`);
      // The labels are in the language of the browser.
      await page.locator("#email").fill(email);
      await page.locator('form[action="/sign-up"] button').click();
      const link = await findLink(email);
      await page.goto(baseUrl + link);
      await page.locator("#name").fill("Ada");
      await page.locator("#password").fill(PASSWORD);
      await page.locator("#workspace").fill(workspaceName);
      await page.locator(`form[action="${link}"] button`).click();
      await page.waitForURL((url) => url.pathname === "/");
    },
    async signIn() {
      await page.getByLabel("Email address").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
    },
    async answer(request, answer = {}) {
      // The tab stays open: an app's redirect URI may answer late or, where nothing listens, with an error page.
      const tab = await context.newPage();
      const response = await tab.goto(String(request));
      expect(response?.status()).toBe(200);
      await choose(tab, answer);
      const { decision = "Allow" } = answer;
      const button = tab.getByRole("button", { name: decision, exact: true });
      const [away] = await Promise.all([untilSentAway(tab), button.click({ noWaitAfter: true })]);
      return away;
    },
    leave: () => context.close(),
  };
}

async function choose(tab: Page, { scopes, access, workspace }: Answer): Promise<void> {
  if (access !== undefined) await tab.getByRole("radio", { name: access, exact: true }).check();
  if (workspace !== undefined) await tab.getByLabel("Workspace").selectOption({ label: workspace });
  if (scopes === undefined) return;
  for (const box of await tab.locator('input[name="scope"]').all())
    await box.setChecked(scopes.includes((await box.getAttribute("value")) ?? ""));
}
