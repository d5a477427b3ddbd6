// Job queues from npm at the same work, with the worker that a team would write around them.
import { BODY_BYTES, ENDPOINTS } from "./measure-deliveries.mjs";
import { measurePeer } from "./peers/measure-peer.mjs";
import { installPeers } from "./peers/packages.mjs";
import { findRedis } from "./peers/redis.mjs";
import { startReceiver } from "./receiver.mjs";

/**
 * `goal`: how many times its rate the product should reach. `share`: the share of the deliveries that is enough to
 * measure it.
 */
const PEERS = [
  { peer: "bullmq", name: "BullMQ", needsRedis: true, goal: 2, share: 1 },
  { peer: "pg-boss", name: "pg-boss", needsRedis: false, goal: 2, share: 1 },
  { peer: "pg-boss-ahead", name: "pg-boss with large fetches", needsRedis: false, goal: 2, share: 1 },
  { peer: "graphile-worker", name: "graphile-worker", needsRedis: false, goal: 4, share: 1 / 4 },
  { peer: "graphile-worker-batched", name: "graphile-worker in batches", needsRedis: false, goal: 2, share: 1 },
];

/** Installs what the peers need; rejects with instructions if that fails. */
export async function preparePeers() {
  findRedis();
  await installPeers();
}

export async function measurePeers(testbed, deliveries) {
  const receiver = await startReceiver(ENDPOINTS);
  const results = [];
  try {
    for (const { share, ...peer } of PEERS) {
      const work = {
        events: Math.round((deliveries * share) / ENDPOINTS),
        bodyBytes: BODY_BYTES,
      };
      results.push({ ...peer, ...(await measurePeer({ testbed, receiver, ...peer, ...work })) });
    }
    return results;
  } finally {
    receiver.stop();
  }
}
