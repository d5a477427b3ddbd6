import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Lists only violations, because nearly every check passes. */
const RULES: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

/** Observers of a change run after the first callback. What they changed is drawn in the next frame. */
export const DRAWN = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

/** Violations that axe-core finds on the page once its last change is drawn. The script bypasses the content security policy. */
export async function violationsOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) =>
    (await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })).result.value;
  if ((await evaluate("typeof axe")) === "undefined") await evaluate(AXE);
  await evaluate(`${DRAWN}.then(() => undefined)`);
  const { violations }: Pick<AxeResults, "violations"> = await evaluate(
    `axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) => ({ violations }))`,
  );
  await session.detach();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
