import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "@skucast/testkit/make-certificate";

export interface HostAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A client's own web server on loopback, over TLS, that serves its documents. */
export interface ClientHost {
  readonly origin: string;
  readonly port: number;
  readonly ca: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** How many connections were opened, answered or not. */
  readonly connections: () => number;
  serve(path: string, answer: HostAnswer): void;
  serveJson(path: string, document: object): void;
  close(): Promise<void>;
}

export async function startClientHost(name = "client.example"): Promise<ClientHost> {
  const { key, cert } = makeCertificate([name]);
  const answers = new Map<string, HostAnswer>();
  const asked: string[] = [];
  let connections = 0;
  const server = createServer({ key, cert }, (req, res) => {
    asked.push(req.url ?? "");
    const { status = 200, headers = {}, body = "" } = answers.get(req.url ?? "") ?? { status: 404 };
    res.writeHead(status, headers).end(body);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...{ origin: `https://${name}:${port}`, port, ca: cert, asked, connections: () => connections },
    serve: (path, answer) => void answers.set(path, answer),
    serveJson: (path, document) =>
      void answers.set(path, { headers: { "content-type": "application/json" }, body: JSON.stringify(document) }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
