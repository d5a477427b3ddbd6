import type { Page, Request } from "playwright-core";
import type { Owner } from "./deployment-with-browser.js";
import { DRAWN } from "./violations-of.js";

/** Checks without a request until a page counts as loaded: a response can lead to the next request. */
const QUIET_CHECKS = 5;

/** Opens a page and waits until it has sent its last request, and shows the responses. The stream of changes stays open. */
export async function openUntilQuiet({ page, open }: Pick<Owner, "page" | "open">, path: string): Promise<void> {
  const pending = new Set<Request>();
  const onRequest = (request: Request) =>
    void (new URL(request.url()).pathname.endsWith("/live") || pending.add(request));
  const onEnd = (request: Request) => void pending.delete(request);
  page.on("request", onRequest).on("requestfinished", onEnd).on("requestfailed", onEnd);
  await open(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (let quiet = 0; quiet < QUIET_CHECKS; quiet = pending.size === 0 ? quiet + 1 : 0) await drawn(page);
  page.off("request", onRequest).off("requestfinished", onEnd).off("requestfailed", onEnd);
}

const drawn = (page: Page): Promise<void> => page.evaluate(DRAWN);
