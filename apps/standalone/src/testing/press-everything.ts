import { eventually } from "@skucast/testkit/eventually";
import type { Locator, Page, Request } from "playwright-core";

const PRESSABLE = ":is(button, a.button):visible:not(:disabled):not([aria-disabled=true])";
const SENDS = 'form:has(button[type="submit"]), [role=alertdialog] button.danger, [role=alertdialog] button.main';

/** Whether the page is busy in the next frame: an action is in progress, or the code of a dialog or menu is loaded. */
const NEXT_FRAME_BUSY = "new Promise(requestAnimationFrame).then(() => document.querySelector('[data-busy]') !== null)";

/** How long a button may stay covered before what covers it is closed. */
const COVERED_MS = 10_000;

/** How long a menu may take to open before its button is clicked again. */
const OPENING_MS = 10_000;

/** How long a dialog or menu may take to close after Escape before the key is pressed again. */
const CLOSING_MS = 5_000;

/** The actions on a page, and the requests that the service rejected. */
export interface PageActions {
  /** Routes that its forms and dialogs would call; null for one without `data-route`. */
  readonly routes: ReadonlySet<string | null>;
  /** Requests answered with 403. */
  readonly refused: readonly string[];
}

/**
 * Clicks every button of a page and every item of its menus, one after another. Dialogs are opened and closed again;
 * buttons without a dialog perform their action.
 */
export async function pressEverything(page: Page, url: string): Promise<PageActions> {
  const routes = new Set<string | null>();
  const refused: string[] = [];
  const watch = watchRequests(page, refused);
  const open = async () => {
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await watch.settle();
  };
  const note = async () => {
    for (const sending of await page.locator(SENDS).all()) routes.add(await sending.getAttribute("data-route"));
  };
  await open();
  await note();
  const names = await namesOf(page.locator(`main ${PRESSABLE}`));
  for (const name of names) {
    const button = named(page.locator(`main ${PRESSABLE}`), name);
    const press = async () => {
      try {
        await button.click({ timeout: COVERED_MS });
      } catch {
        // A dialog of the previous action opened after the requests had ended, and covers the page.
        await note();
        await back(page, url, open);
        await button.click();
      }
    };
    await back(page, url, open);
    // A previous click may have removed it.
    if (!(await namesOf(page.locator(`main ${PRESSABLE}`))).includes(name)) continue;
    const opensMenu = (await button.getAttribute("aria-haspopup")) === "menu";
    await press();
    // Its code is loaded first: it may open after the requests have ended, and would be taken for the next button's.
    if (opensMenu) await page.getByRole("menu").waitFor();
    await watch.settle();
    await note();
    const items = opensMenu ? await namesOf(page.getByRole("menuitem")) : [];
    for (const [i, item] of items.entries()) {
      if (i > 0) await back(page, url, open);
      await eventually(async () => {
        if ((await page.getByRole("menu").count()) === 0) await press();
        await page.getByRole("menu").waitFor({ timeout: OPENING_MS });
        // What is not there was renamed by an update: "Pause" once it is paused.
        const shown = await namesOf(page.getByRole("menuitem"));
        if (shown.includes(item)) await named(page.getByRole("menuitem"), item).click({ timeout: COVERED_MS });
        return true;
      });
      await watch.settle();
      await note();
    }
  }
  watch.end();
  return { routes, refused };
}

/** The distinct texts of the elements. */
const namesOf = async (found: Locator): Promise<string[]> => [...new Set(await found.allInnerTexts())];

const named = (found: Locator, name: string): Locator => found.filter({ hasText: name }).first();

/** Closes an open dialog or menu, or opens the page again if it was left. */
async function back(page: Page, url: string, open: () => Promise<void>): Promise<void> {
  const over = page.locator("[role=dialog], [role=alertdialog], [role=menu]");
  if (page.url() === url && (await over.count()) === 0) return;
  if (page.url() !== url) return open();
  // A dialog that opens after the key press needs another one.
  await eventually(async () => {
    await page.keyboard.press("Escape");
    await over.first().waitFor({ state: "detached", timeout: CLOSING_MS });
    return true;
  });
}

/**
 * Records requests answered with 403, and waits until the page is not busy and its requests are finished, except the change
 * stream.
 */
function watchRequests(page: Page, refused: string[]) {
  const asked = new Set<Request>();
  const started = (request: Request) => void (new URL(request.url()).pathname.endsWith("/live") || asked.add(request));
  const ended = (request: Request) => void asked.delete(request);
  page.on("request", started).on("requestfailed", ended);
  const answered = async (request: Request) => {
    const response = await request.response();
    if (response?.status() === 403) refused.push(`${request.method()} ${new URL(request.url()).pathname}`);
    ended(request);
  };
  page.on("requestfinished", answered);
  return {
    async settle() {
      for (let quiet = 0; quiet < 2; ) {
        const isBusy = await page.evaluate(NEXT_FRAME_BUSY);
        quiet = asked.size === 0 && !isBusy ? quiet + 1 : 0;
      }
    },
    end: () => void page.off("request", started).off("requestfailed", ended).off("requestfinished", answered),
  };
}
