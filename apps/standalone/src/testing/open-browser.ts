import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { type FindSignUpLink, openPerson, type Person } from "./person.js";

const PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * No sandbox, because tests may run as root. Only names of this machine and of the tests' identity provider resolve, so
 * that no request leaves it.
 */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page of a test ends before optimized code would pay for its compilation: this saves a quarter of the renderer's CPU time.
  "--js-flags=--no-opt --no-maglev",
  "--host-resolver-rules=MAP idp.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

const START_TIMEOUT_MS = 120_000;

/** A real browser for several users, each with their own cookies. */
export interface TestBrowser {
  /** A new user, not signed in. */
  newPerson(baseUrl: string, options?: BrowserContextOptions, findSignUpLink?: FindSignUpLink): Promise<Person>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath: programPath(),
    args: FLAGS,
    timeout: START_TIMEOUT_MS,
  });
  return {
    newPerson: async (baseUrl, options = {}, findSignUpLink) =>
      openPerson(await browser.newContext(options), baseUrl, findSignUpLink),
    close: () => browser.close(),
  };
}

function programPath(): string {
  const named = process.env.SKUCAST_TEST_BROWSER;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  const found = [...(named ? [named] : []), ...candidates].find((path) => existsSync(path));
  if (found === undefined) throw new Error("There is no Chromium on the PATH; npm test installs one where it can.");
  return found;
}
