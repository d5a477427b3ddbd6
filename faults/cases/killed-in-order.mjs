import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants } from "../expect.mjs";
import { startSystem } from "../system.mjs";

const KILLS = 8;
const PRODUCTS = 12;
const WRITES_PER_SECOND = 30;
const REFUSED_PART = 0.02;
const TYPES = ["product.created", "product.updated"];

export const killedInOrder = {
  title: `an endpoint with ordered delivery: ${PRODUCTS} products changed repeatedly, kill -9 of each of two dispatchers ${KILLS} times, one in fifty rejected at first`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: 0, dispatchers: 2 });
    await testbed.createEndpoint(system.api, system.workspace, system.receiver, {
      path: "/ordered",
      event_types: TYPES,
      ordering: "per_object",
    });
    const refused = new Set();
    system.receiver.answer = (_endpoint, { eventId }) => {
      if (refused.has(eventId) || Math.random() >= REFUSED_PART) return { delayMs: 20 };
      refused.add(eventId); // only once, because the second retry comes after five minutes
      return { delayMs: 20, status: 500 };
    };
    const writer = system.startWriting(WRITES_PER_SECOND, { products: PRODUCTS });
    for (let i = 0; i < KILLS; i += 1) {
      for (const dispatcher of system.dispatchers) {
        await pause(300 + Math.random() * 1_200);
        const restarted = dispatcher.restarted();
        dispatcher.kill("SIGKILL");
        await restarted;
      }
    }
    await writer.stop();
    const tookMs = await testbed.drained(240_000);
    const verdict = await testbed.verdict(writer.accepted);
    checkInvariants(checks, verdict);
    const changes = verdict.eventCount - PRODUCTS;
    checks.check(`products were changed ${changes} times after they were created`, changes > 10 * PRODUCTS);
    checks.check(
      `0 inversions, and no pending delivery ${(tookMs / 1_000).toFixed(0)} s after the last write`,
      verdict.breaches.inversions.length === 0,
    );
  },
};
