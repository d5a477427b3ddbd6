import { once } from "node:events";
import { createServer } from "node:net";

/** A TCP port on loopback that was free a moment ago; another process may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system gave no free port");
  return address.port;
}
