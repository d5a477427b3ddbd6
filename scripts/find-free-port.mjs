import { once } from "node:events";
import { createServer } from "node:net";

/** The range is below the ephemeral ports, which any outgoing connection could use at any time. */
const FIRST = 26_000;
const COUNT = 6_000;
const TRIES_MAX = 100;

/**
 * A TCP port on loopback that was free when checked, for scripts that run before the packages are built. Another process
 * may take it before the caller does.
 */
export async function findFreePort() {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), "close");
    return port;
  }
  throw new Error(`no free port was found between ${FIRST} and ${FIRST + COUNT - 1}`);
}
