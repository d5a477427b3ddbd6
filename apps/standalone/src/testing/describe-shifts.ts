import { beforeAll, expect, test } from "@jest/globals";
import { deploymentWithBrowser, type Owner } from "./deployment-with-browser.js";
import { fillEveryPage, PATHS, type PageIds, pathWithIds } from "./every-page.js";
import { openUntilQuiet } from "./open-until-quiet.js";

export const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** Half of what is called good (https://web.dev/articles/cls). */
const SHIFT_MAX = 0.05;

interface Shift {
  readonly value: number;
  /** What moved. */
  readonly moved: readonly string[];
}

/** Runs in the page: collects every shift, with what moved. */
const OBSERVE = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        (node?.textContent ?? "").trim().slice(0, 40) + ": " + previousRect.y + " to " + currentRect.y);
      shifts.push({ value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

/** While a page loads on a slow line, what is shown stays where it is. `windowsOf` returns the windows for the page at an index. */
export function describeShifts(windowsOf: (index: number) => readonly (typeof WINDOWS)[number][]): void {
  const site = deploymentWithBrowser();
  let ids: PageIds;
  let owner: Owner;

  beforeAll(async () => {
    ids = await fillEveryPage(site.deployment);
    owner = await site.demoOwner();
    const { page } = owner;
    await page.addInitScript(OBSERVE);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW_LINE);
  });

  test.each(PATHS.flatMap((path, index) => windowsOf(index).map((window) => [path, window] as const)))(
    "%s stays in place while it loads, in the window %j",
    async (path, window) => {
      const { page } = owner;
      await page.setViewportSize(window);
      await openUntilQuiet(owner, pathWithIds(path, ids));
      const shifts = await page.evaluate<readonly Shift[]>("shifts");
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      expect(sum < SHIFT_MAX ? [] : shifts).toEqual([]);
    },
  );
}
