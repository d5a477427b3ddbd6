import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createCertificate } from "@skucast/testkit/create-certificate";

export interface HostResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Writes the body instead, for one that does not end. */
  readonly write?: (res: ServerResponse) => void;
}

/** A client's own web server on loopback over TLS. It serves the client's documents. */
export interface ClientHost {
  readonly origin: string;
  readonly port: number;
  readonly ca: string;
  /** Requested paths. */
  readonly asked: string[];
  /** Number of opened connections, with or without a response. */
  readonly connections: () => number;
  serve(path: string, answer: HostResponse): void;
  serveJson(path: string, document: object): void;
  close(): Promise<void>;
}

export async function startClientHost(name = "client.example"): Promise<ClientHost> {
  const { key, cert } = createCertificate([name]);
  const answers = new Map<string, HostResponse>();
  const asked: string[] = [];
  let connections = 0;
  const server = createServer({ key, cert }, (req, res) => {
    asked.push(req.url ?? "");
    const { status = 200, headers = {}, body = "", write } = answers.get(req.url ?? "") ?? { status: 404 };
    res.writeHead(status, headers);
    if (write === undefined) res.end(body);
    else write(res);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://${name}:${port}`,
    port,
    ca: cert,
    asked,
    connections: () => connections,
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
