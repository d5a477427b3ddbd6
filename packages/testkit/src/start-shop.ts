import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createCertificate } from "./create-certificate.js";

export interface ShopRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A shop's response: a function, or the content of a file, which gets an entity tag of its hash. */
export type ShopAnswer = string | Uint8Array | ((response: ServerResponse, request: ShopRequest) => void);

export type Shop = Awaited<ReturnType<typeof startShop>>;

/** Starts a shop's HTTPS server on loopback, which publishes files. By default its self-signed certificate is a new one. */
export async function startShop(certificate = createCertificate(["localhost"])) {
  const { key, cert } = certificate;
  const requests: ShopRequest[] = [];
  const answers = new Map<string, ShopAnswer>();
  const server = createServer({ key, cert }, (message, response) => {
    const request = { path: message.url ?? "", headers: message.headers };
    requests.push(request);
    const answer = answers.get(request.path) ?? (() => response.writeHead(404).end());
    if (typeof answer === "function") answer(response, request);
    else sendFile(response, request, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ca: [cert],
    certificate,
    origin: `https://localhost:${port}`,
    requests,
    publish: (path: string, answer: ShopAnswer) => void answers.set(path, answer),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendFile(response: ServerResponse, { headers }: ShopRequest, file: string | Uint8Array): void {
  const etag = `"${createHash("sha256").update(file).digest("hex")}"`;
  if (headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
  else response.writeHead(200, { "content-type": "text/html", etag }).end(file);
}
