import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a proxy that adds a token to every request, because the suite has no option for one. */
export async function startSignedInProxy(
  origin: string,
  token: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    const { method, url = "/", headers } = req;
    const onward = request(new URL(url, origin), { method, headers: { ...headers, authorization: `Bearer ${token}` } });
    onward.once("response", (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
      answer.once("error", () => res.destroy());
    });
    onward.once("error", () => res.destroy());
    res.once("close", () => onward.destroy());
    req.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
