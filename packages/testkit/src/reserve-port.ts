import { isPortFree } from "@skucast/embedded-postgres/find-free-port";

/**
 * Below the ephemeral ports, which any outgoing connection could use at any time, and below those that the product chooses
 * itself, so that a port stays free while its server is down.
 */
const FIRST = 20_000;
const PORTS_PER_WORKER = 750;
const WORKERS_MAX = 8;

const worker = (Number(process.env.JEST_WORKER_ID ?? 1) - 1) % WORKERS_MAX;
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

/** A free TCP port on loopback that no other test of the run gets. Throws if all of this worker are in use. */
export async function reservePort(): Promise<number> {
  for (let tries = 1; tries <= PORTS_PER_WORKER; tries += 1) {
    const port = FIRST + worker * PORTS_PER_WORKER + next;
    next = (next + 1) % PORTS_PER_WORKER;
    if (await isPortFree(port)) return port;
  }
  throw new Error("no port is free for the tests of this worker");
}
