import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./deployment-with-browser.js";
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
/** The paths of all pages. Names in braces are replaced by ids of the demo workspace. */
const PATHS = [
  "/",
  "/products",
  "/products/TEE-RED-M",
  "/products/new",
  "/imports",
  "/imports/{imported}",
  "/imports/new",
  "/channels",
  "/channels/{channel}",
  "/channel-profiles",
  "/channel-profiles/new",
  "/channel-profiles/google_merchant",
  "/lookup-tables",
  "/feeds",
  "/feeds/{feed}",
  "/runs/{run}",
  "/destinations",
  "/destinations/new",
  "/destinations/{destination}",
  "/webhooks",
  "/webhooks/{endpoint}",
  ...["where", "login", "host_key", "test"].map((step) => `/destinations/{destination}/set-up?step=${step}`),
  "/webhooks/deliveries/{delivery}",
  "/api-keys",
  "/api-keys/connected-apps",
  "/ai-clients",
  "/members",
  "/audit-log",
  "/settings",
  "/settings/nothing",
];
/** One page of each kind. */
const MAIN_PATHS = [
  "/",
  "/products",
  "/products/TEE-RED-M",
  "/imports/{imported}",
  "/channels/{channel}",
  "/feeds/{feed}",
  "/runs/{held}",
  "/destinations/{destination}",
  "/webhooks/{endpoint}",
  "/api-keys",
  "/audit-log",
  "/settings",
];
/** Accounts cannot have it. */
const PSEUDO_LANGUAGE = "en-XB";
/** Languages with long words, one without spaces, and the pseudo-language from right to left. */
export const LANGUAGES = ["de", "es", "ja", PSEUDO_LANGUAGE] as const;
/** The pseudo-language lengthens a label and the name that contains it separately. */
const EXCEPTION = "label-content-name-mismatch";
/** The name of a button to click, or a field and the text to enter. */
type Step = string | readonly [field: string, text: string];
/** Dialogs: title, path of the page, and the steps that open it. */
const DIALOGS: readonly (readonly [title: string, path: string, steps: readonly Step[]])[] = [
  ["Delete TEE-RED-M?", "/products/TEE-RED-M", ["Delete product"]],
  ["Delete Demo channel?", "/channels/{channel}", ["Delete channel"]],
  ["Delete Demo feed?", "/feeds/{feed}", ["More", "Delete feed"]],
  ["Roll back to the run before the live one?", "/feeds/{feed}", ["More", "Roll back …"]],
  ["Deliver the files of this run again?", "/runs/{run}", ["Deliver these files again"]],
  ["Release this run?", "/runs/{held}", ["Release run"]],
  ["Discard this run?", "/runs/{held}", ["Discard run"]],
  ["Delete Demo partner?", "/destinations/{destination}", ["Delete destination"]],
  ["Delete this endpoint?", "/webhooks/{endpoint}", ["More", "Delete endpoint"]],
  ["Recover missed events", "/webhooks/{endpoint}", ["More", "Recover missed events"]],
  ["Rotate the signing secret?", "/webhooks/{endpoint}", ["More", "Rotate secret"]],
  ["Signing secret", "/webhooks/{endpoint}", ["More", "Rotate secret", "Rotate secret"]],
  ["Create API key", "/api-keys", ["Create API key"]],
  ["API key Shop system", "/api-keys", ["Create API key", ["Name", "Shop system"], "Create key"]],
  ["Delete the key Shop system?", "/api-keys", ["Delete Shop system"]],
  ["Invite member", "/members", ["Invite member"]],
  ["Invitation sent", "/members", ["Invite member", ["Email address", "grace@example.com"], "Send invitation"]],
  ["Withdraw the invitation of ada@example.com?", "/members", ["Withdraw the invitation of ada@example.com"]],
];
const FILE = "sku,title,price,availability\nCAP-1,Cap,9.00 USD,in stock\nCAP-2,Cap,free,in stock\n";
const LONG_TITLE = "Red tee of soft organic cotton, made to last, with a neck that keeps its shape, size M";
/**
 * Runs axe-core on every page and dialog. `viewsOf` returns the views for the page or dialog at an index, `languagesOf` the
 * languages for the main page at an index.
 */
export function describeAxe(
  viewsOf: (index: number) => readonly View[],
  languagesOf: (index: number) => readonly (typeof LANGUAGES)[number][],
): void {
  const site = deploymentWithBrowser();
  let ids: Readonly<Record<string, string>>;
  let owner: Owner;
  /** Sees the dashboard in other languages. */
  let foreign: Owner;
  /** The language of its account. */
  let spoken: string | null = null;

  beforeAll(async () => {
    ids = await fill();
    owner = await site.demoOwner({ reducedMotion: "reduce" });
    foreign = await site.demoOwner({ reducedMotion: "reduce", viewport: { width: NARROW, height: HEIGHT } });
    // The account is also that of the English pages, so only this browser learns its language.
    await foreign.page.route("**/api/public/v1/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), language: spoken } });
    });
  });

  /** Creates data in the demo workspace for every page. */
  async function fill(): Promise<Readonly<Record<string, string>>> {
    const api = site.deployment.api();
    const product = { title: LONG_TITLE, price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
    await api.call("POST", "/products", { sku: "TEE-RED-M", ...product });
    await api.call("POST", "/invitations", { email: "ada@example.com", role: "editor" });
    const first = async (path: string) => ((await api.call("GET", path)).data as { id: string }[])[0]?.id ?? "";
    const endpoint = await first("/webhook-endpoints");
    const feed = await first("/feeds");
    const delivery = await api.call("POST", `/webhook-endpoints/${endpoint}/test`);
    const run = await api.call("POST", `/feeds/${feed}/runs`);
    await eventually(async () => String((await api.call("GET", `/runs/${run.id}`)).status).startsWith("succeeded"));
    const guarded = { name: "Suspicious file", format: "csv", guards: { min_items: 1000 } };
    const suspicious = await api.call("POST", "/feeds", { channel_id: await first("/channels"), ...guarded });
    const held = await api.call("POST", `/feeds/${suspicious.id}/runs`);
    await eventually(async () => (await api.call("GET", `/runs/${held.id}`)).status === "held");
    const channel = await first("/channels");
    const destination = await first("/destinations");
    const made = {
      delivery: String(delivery.id),
      run: String(run.id),
      held: String(held.id),
      imported: await importFile(),
    };
    return { channel, destination, endpoint, feed, ...made };
  }

  /** Imports a file with one rejected row. */
  async function importFile(): Promise<string> {
    const { base_url, api_key } = site.deployment.demo();
    const headers = { Authorization: `Bearer ${api_key}`, "Content-Type": "text/csv" };
    const answer = await fetch(`${base_url}/api/public/v1/imports`, { method: "POST", headers, body: FILE });
    return ((await answer.json()) as { id: string }).id;
  }

  test.each(PATHS.map((path, index) => [path, viewsOf(index)] as const))(
    "axe-core finds no violations on %s, and nothing overflows, in light and dark, wide and narrow",
    async (path, views) => {
      await owner.open(pathOf(path));
      await owner.page.getByRole("heading", { level: 1 }).waitFor();
      await owner.page.locator(".loading").first().waitFor({ state: "detached" });
      await expectNoViolations(views);
    },
  );

  test.each(DIALOGS.map(([title, path, steps], index) => [title, path, steps, viewsOf(index)] as const))(
    "axe-core finds no violations with the dialog %j on %s, and nothing overflows, in light and dark, wide and narrow",
    async (title, path, steps, views) => {
      await owner.open(pathOf(path));
      for (const step of steps) await take(owner.page, step);
      const dialog = owner.page.locator("[role=dialog], [role=alertdialog]").filter({ hasText: title });
      await dialog.getByRole("heading", { name: title, exact: true }).waitFor();
      await dialog.locator(".loading").first().waitFor({ state: "detached" });
      await expectNoViolations(views);
    },
  );

  test.each(MAIN_PATHS.flatMap((path, index) => languagesOf(index).map((language) => [path, language] as const)))(
    "%s fits a narrow window with the texts of %s, and axe-core finds no violations",
    async (path, language) => {
      await speak(language);
      await foreign.open(pathOf(path));
      await foreign.page.getByRole("heading", { level: 1 }).waitFor();
      await foreign.page.locator(".loading").first().waitFor({ state: "detached" });
      expect(await foreign.page.locator("html").getAttribute("lang")).toBe(language);
      const found = await violationsOf(foreign.page);
      const violations = language === PSEUDO_LANGUAGE ? found.filter((each) => !each.startsWith(EXCEPTION)) : found;
      expect([violations, await overflowingElements(foreign.page)]).toEqual([[], []]);
    },
  );

  /** Chooses a language on a page that does not follow it. */
  async function speak(language: string): Promise<void> {
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

  const pathOf = (path: string): string => path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? "");
}

/** Clicks or types. A dialog's buttons come last in the DOM. */
async function take(page: Page, step: Step): Promise<void> {
  if (typeof step !== "string") return page.getByLabel(step[0], { exact: true }).fill(step[1]);
  const named = (role: "button" | "menuitem") => page.getByRole(role, { name: step, exact: true });
  await named("button").or(named("menuitem")).last().click();
}
