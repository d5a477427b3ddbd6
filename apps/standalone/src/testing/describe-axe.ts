import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./deployment-with-browser.js";
import { fillEveryPage, MAIN_PATHS, PATHS, type PageIds, pathWithIds } from "./every-page.js";
import { layoutFaults } from "./layout-faults.js";
import { openUntilQuiet } from "./open-until-quiet.js";
import { overflowingElements } from "./overflowing-elements.js";
import { violationsOf } from "./violations-of.js";

const HEIGHT = 900;
/** Theme and width of the window. */
interface View {
  readonly colorScheme: "light" | "dark";
  readonly width: number;
}
const WIDE = 1440;
const NARROW = 390;
export const VIEWS: readonly View[] = [
  { colorScheme: "light", width: WIDE },
  { colorScheme: "dark", width: NARROW },
  { colorScheme: "light", width: NARROW },
  { colorScheme: "dark", width: WIDE },
];
/** Accounts cannot have it. */
const PSEUDO_LANGUAGE = "en-XB";
/** Languages with long words, and one without spaces. */
export const LANGUAGES = ["de", "fr", "es", "ja"] as const;
const WIDTHS = [WIDE, 1024, 768, NARROW];
/** The pseudo-language lengthens a label and the name that contains it separately. */
const EXCEPTION = "label-content-name-mismatch";
/** The name of a button to click, or a field and the text to enter. */
type Step = string | readonly [field: string, text: string];
/** Dialogs: title, path of the page, and the steps that open it. */
const DIALOGS: readonly (readonly [title: string, path: string, steps: readonly Step[]])[] = [
  ["Delete TEE-RED-M?", "/products/TEE-RED-M", ["Delete product"]],
  ["Delete Demo channel?", "/channels/{ch}", ["Delete channel"]],
  ["Delete Demo feed?", "/feeds/{feed}", ["More", "Delete feed"]],
  ["Roll back to the run before the live one?", "/feeds/{feed}", ["More", "Roll back …"]],
  ["Deliver the files of this run again?", "/runs/{run}", ["Deliver these files again"]],
  ["Release this run?", "/runs/{held}", ["Release run"]],
  ["Discard this run?", "/runs/{held}", ["Discard run"]],
  ["Delete Demo partner?", "/destinations/{dst}", ["Delete destination"]],
  ["Delete this endpoint?", "/webhooks/{whe}", ["More", "Delete endpoint"]],
  ["Recover missed events", "/webhooks/{whe}", ["More", "Recover missed events"]],
  ["Rotate the signing secret?", "/webhooks/{whe}", ["More", "Rotate secret"]],
  ["Signing secret", "/webhooks/{whe}", ["More", "Rotate secret", "Rotate secret"]],
  ["Create API key", "/api-keys", ["Create API key"]],
  ["API key Shop system", "/api-keys", ["Create API key", ["Name", "Shop system"], "Create key"]],
  ["Delete the key Shop system?", "/api-keys", ["Delete Shop system"]],
  ["Invite member", "/members", ["Invite member"]],
  ["Invitation sent", "/members", ["Invite member", ["Email address", "grace@example.com"], "Send invitation"]],
  ["Withdraw the invitation of ada@example.com?", "/members", ["Withdraw the invitation of ada@example.com"]],
];
/**
 * Runs axe-core on every page and dialog. `viewsOf` returns the views for the page or dialog at an index, `languagesOf` the
 * languages in which the page at an index must fit.
 */
export function describeAxe(
  viewsOf: (index: number) => readonly View[],
  languagesOf: (index: number) => readonly (typeof LANGUAGES)[number][],
): void {
  const site = deploymentWithBrowser();
  let ids: PageIds;
  let owner: Owner;
  /** Sees the dashboard in other languages. */
  let foreign: Owner;
  /** The language of its account. */
  let spoken: string | null = null;
  /** The language that its browser has stored. */
  let chosen: string | undefined;

  beforeAll(async () => {
    ids = await fillEveryPage(site.deployment);
    owner = await site.demoOwner({ reducedMotion: "reduce" });
    foreign = await site.demoOwner({ reducedMotion: "reduce", viewport: { width: NARROW, height: HEIGHT } });
    // The account is also that of the English pages, so only this browser learns its language.
    await foreign.page.route("**/api/public/v1/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), language: spoken } });
    });
  });

  test.each(PATHS.map((path, index) => [path, viewsOf(index)] as const))(
    "axe-core finds no violations on %s, and nothing overflows, in light and dark, wide and narrow",
    async (path, views) => {
      await openUntilQuiet(owner, pathOf(path));
      await expectNoViolations(views);
    },
  );

  test.each(DIALOGS.map(([title, path, steps], index) => [title, path, steps, viewsOf(index)] as const))(
    "axe-core finds no violations with the dialog %j on %s, and nothing overflows, in light and dark, wide and narrow",
    async (title, path, steps, views) => {
      await openUntilQuiet(owner, pathOf(path));
      for (const step of steps) await take(owner.page, step);
      const dialog = owner.page.locator("[role=dialog], [role=alertdialog]").filter({ hasText: title });
      await dialog.getByRole("heading", { name: title, exact: true }).waitFor();
      await dialog.locator(".loading").first().waitFor({ state: "detached" });
      await expectNoViolations(views);
    },
  );

  test.each(
    LANGUAGES.flatMap((language) =>
      PATHS.filter((_, index) => languagesOf(index).includes(language)).map((path) => [path, language] as const),
    ),
  )("%s fits windows of every width with the texts of %s", async (path, language) => {
    await openIn(language, path);
    const faults: string[] = [];
    for (const width of WIDTHS) {
      await foreign.page.setViewportSize({ width, height: HEIGHT });
      faults.push(...(await layoutFaults(foreign.page)).map((fault) => `${width}: ${fault}`));
    }
    const violations = MAIN_PATHS.includes(path) ? await violationsOf(foreign.page) : [];
    expect([faults, violations]).toEqual([[], []]);
  });

  test.each(MAIN_PATHS)(
    "%s fits a narrow window from right to left with longer texts, and axe-core finds no violations",
    async (path) => {
      await openIn(PSEUDO_LANGUAGE, path);
      const found = await violationsOf(foreign.page);
      const violations = found.filter((each) => !each.startsWith(EXCEPTION));
      expect([violations, await overflowingElements(foreign.page)]).toEqual([[], []]);
    },
  );

  /** Opens a page in a language, in a narrow window, and waits until it has loaded. */
  async function openIn(language: string, path: string): Promise<void> {
    await foreign.page.setViewportSize({ width: NARROW, height: HEIGHT });
    await speak(language);
    await openUntilQuiet(foreign, pathOf(path));
    expect(await foreign.page.locator("html").getAttribute("lang")).toBe(language);
  }

  /** Chooses a language on a page that does not follow it. */
  async function speak(language: string): Promise<void> {
    if (language === chosen) return;
    chosen = language;
    await foreign.open("/account");
    spoken = language === PSEUDO_LANGUAGE ? null : language;
    await foreign.page.evaluate(`localStorage.setItem("skucast.language", "${language}")`);
  }

  async function expectNoViolations(views: readonly View[]): Promise<void> {
    const { page } = owner;
    for (const view of views) {
      await page.emulateMedia({ colorScheme: view.colorScheme });
      await page.setViewportSize({ width: view.width, height: HEIGHT });
      expect([view, await violationsOf(page), await overflowingElements(page)]).toEqual([view, [], []]);
    }
  }

  const pathOf = (path: string): string => pathWithIds(path, ids);
}

/** Clicks or types. A dialog's buttons come last in the DOM. */
async function take(page: Page, step: Step): Promise<void> {
  if (typeof step !== "string") return page.getByLabel(step[0], { exact: true }).fill(step[1]);
  const named = (role: "button" | "menuitem") => page.getByRole(role, { name: step, exact: true });
  await named("button").or(named("menuitem")).last().click();
}
