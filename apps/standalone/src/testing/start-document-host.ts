import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "@skucast/testkit/create-certificate";

/** An HTTPS server on loopback for what clients publish: metadata documents and keys. */
export interface DocumentHost {
  readonly url: string;
  /** Certificate that clients must trust (NODE_EXTRA_CA_CERTS). */
  readonly caPath: string;
  /** Number of requests for a path. */
  asked(path: string): number;
  /** Publishes a document at a path; returns its URL. */
  publish(path: string, document: object): string;
  /** Publishes a client's metadata; returns its URL, which is the client's id. */
  publishClient(path: string, metadata: object): string;
  close(): Promise<void>;
}

export async function startDocumentHost(): Promise<DocumentHost> {
  const folder = mkdtempSync(join(tmpdir(), "skucast-documents-"));
  const caPath = join(folder, "certificate.pem");
  const { key, cert } = createCertificate(["localhost"]);
  writeFileSync(caPath, cert);
  const documents = new Map<string, string>();
  const counts = new Map<string, number>();
  const server = createServer({ key, cert }, (req, res) => {
    const path = req.url ?? "";
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const document = documents.get(path);
    res.writeHead(document === undefined ? 404 : 200, { "Content-Type": "application/json" }).end(document);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const publish = (path: string, document: object) => {
    documents.set(path, JSON.stringify(document));
    return `${url}${path}`;
  };
  return {
    url,
    caPath,
    publish,
    asked: (path) => counts.get(path) ?? 0,
    publishClient: (path, metadata) => publish(path, { client_id: `${url}${path}`, ...metadata }),
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
      rmSync(folder, { recursive: true });
    },
  };
}
