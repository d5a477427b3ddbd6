// How long changed products wait for the search while a workspace sends as many as it can, up to 10,000 a second.
import { setTimeout as pause } from "node:timers/promises";
import { oldestToIndexSeconds } from "@skucast/db/products/index-products";
import { call } from "./call.mjs";
import { productOf } from "./products.mjs";

const BATCH = 1_000;
const PRODUCTS_PER_SECOND = 10_000;
const IN_FLIGHT_MAX = 4;
const SAMPLE_MS = 100;
const SETTLED_MS = 120_000;

/** Products written per second, and the wait of the oldest one, in seconds, at p50, p99 and when the writes have ended. */
export async function measureIndexLag(testbed, seconds) {
  const api = await testbed.startApp("catalog-api", 18_092);
  const gateway = await testbed.startApp("mcp-gateway", 18_093);
  const lags = [];
  try {
    let isOver = false;
    const sampled = (async () => {
      for (; !isOver; await pause(SAMPLE_MS)) lags.push(await oldestToIndexSeconds(testbed.db));
    })();
    const rate = await writeFor(seconds, { testbed, api });
    isOver = true;
    await sampled;
    const endedAtMs = performance.now();
    while ((await oldestToIndexSeconds(testbed.db)) > 0) {
      if (performance.now() - endedAtMs > SETTLED_MS) throw new Error("the search did not catch up");
      await pause(SAMPLE_MS);
    }
    const sorted = lags.toSorted((a, b) => a - b);
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
    return { rate, p50: at(0.5), p99: at(0.99), laterSeconds: (performance.now() - endedAtMs) / 1_000 };
  } finally {
    await Promise.all([api, gateway].map((app) => app.stop()));
  }
}

/** New products in batches, no faster than planned; returns how many a second. */
async function writeFor(seconds, { testbed, api }) {
  const startedAtMs = performance.now();
  const inFlight = new Set();
  let count = 0;
  while (performance.now() - startedAtMs < seconds * 1_000) {
    const waitMs = startedAtMs + (count * 1_000) / PRODUCTS_PER_SECOND - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const items = Array.from({ length: BATCH }, (_, i) => productOf(count + i));
    count += BATCH;
    const answered = call(testbed, api, "POST", "/products/batch", { items }).then(({ summary }) => {
      if (summary.created !== BATCH) throw new Error(`${summary.created} of ${BATCH} products were created`);
      inFlight.delete(answered);
    });
    inFlight.add(answered);
    if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
  return count / ((performance.now() - startedAtMs) / 1_000);
}
