import { once } from "node:events";
import { createServer } from "node:net";

/** The range is below the ephemeral ports, which any outgoing connection could use at any time. */
const FIRST = 26_000;
const COUNT = 6_000;
const TRIES_MAX = 100;

/** A TCP port on loopback that was free when checked. Another process may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port was found between ${FIRST} and ${FIRST + COUNT - 1}`);
}

/** Whether a server could listen at a port of 127.0.0.1 now. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
