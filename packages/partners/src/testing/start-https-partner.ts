import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createCertificate } from "@skucast/testkit/create-certificate";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** A partner's HTTPS server on loopback that stores what it is sent, for one test file. */
export interface HttpsPartner {
  readonly origin: string;
  /** The certificate that clients must trust. */
  readonly ca: string;
  /** By path. */
  readonly files: Map<string, Buffer>;
  readonly received: Received[];
  /** Answers the next request instead; returns true if it did. */
  answerNext(answer: (req: IncomingMessage, res: ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function startHttpsPartner(): Promise<HttpsPartner> {
  const { key, cert } = createCertificate(["localhost"]);
  const files = new Map<string, Buffer>();
  const received: Received[] = [];
  const answers: ((req: IncomingMessage, res: ServerResponse) => void)[] = [];
  const server = createServer({ key, cert }, (req, res) => {
    handle(req, res).catch(() => res.destroy());
  });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = req;
    const next = answers.shift();
    if (next) return next(req, res);
    const body = await buffer(req);
    received.push({ method, path, headers, body });
    const stored = files.get(path);
    if (method === "PUT" || method === "POST") {
      files.set(path, body);
      res.writeHead(201).end(`stored ${body.length} bytes`);
    } else if (method === "DELETE") {
      res.writeHead(files.delete(path) ? 204 : 404).end();
    } else if (stored === undefined) res.writeHead(404).end();
    else sendStored(req, res, stored);
  }

  function sendStored(req: IncomingMessage, res: ServerResponse, stored: Buffer): void {
    const range = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? "");
    const part = range ? stored.subarray(Number(range[1]), Number(range[2]) + 1) : stored;
    res.writeHead(range ? 206 : 200, { "content-length": part.length });
    res.end(req.method === "HEAD" ? undefined : part);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: cert,
    files,
    received,
    answerNext: (answer) => void answers.push(answer),
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
