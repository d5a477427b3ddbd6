import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface Upload {
  readonly key: string;
  readonly parts: Map<number, { readonly etag: string; readonly bytes: number }>;
}

/** A store in front of another one, to which it adds the two requests that the test store lacks. */
export interface ListingStore {
  readonly endpoint: string;
  /** Keys of uploads that were neither completed nor aborted. */
  unfinishedKeys(): string[];
  /** Bytes of the parts that were stored. */
  partBytes(): number;
  /** Breaks the connection instead of answering to the part with this number. */
  breakAt(partNumber: number | undefined): void;
  stop(): Promise<void>;
}

/**
 * Forwards every request to an S3-compatible store, and answers ListMultipartUploads and ListParts from what it has
 * forwarded, as Amazon's API reference describes them.
 */
export async function startListingStore(endpoint: string): Promise<ListingStore> {
  const uploads = new Map<string, Upload>();
  let partBytes = 0;
  let brokenPart: number | undefined;
  const server = createServer((req, res) => {
    handle(req, res).catch(() => res.destroy());
  });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "", endpoint);
    const id = url.searchParams.get("uploadId");
    if (req.method === "GET" && url.searchParams.has("uploads")) return void res.end(listUploads(url));
    if (req.method === "GET" && id !== null) return void res.end(listParts(id));
    const body = await buffer(req);
    const partNumber = Number(url.searchParams.get("partNumber"));
    if (partNumber !== 0 && partNumber === brokenPart) return void res.destroy();
    const answer = await forward(req, body);
    const text = await buffer(answer);
    note({ req, url, id, partNumber, body, answer, text: String(text) });
    res.writeHead(answer.statusCode ?? 500, answer.headers).end(text);
  }

  async function forward(req: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { hostname, port } = new URL(endpoint);
    const sent = request({ host: hostname, port, path: req.url, method: req.method, headers: req.headers });
    sent.end(body);
    const [answer] = await once(sent, "response");
    return answer;
  }

  interface Exchange {
    readonly req: IncomingMessage;
    readonly url: URL;
    readonly id: string | null;
    readonly partNumber: number;
    readonly body: Buffer;
    readonly answer: IncomingMessage;
    readonly text: string;
  }

  function note({ req, url, id, partNumber, body, answer, text }: Exchange): void {
    if ((answer.statusCode ?? 500) >= 300) return;
    const key = decodeURIComponent(url.pathname.split("/").slice(2).join("/"));
    if (req.method === "POST" && url.searchParams.has("uploads")) {
      const created = /<UploadId>([^<]+)</.exec(text)?.[1];
      if (created !== undefined) uploads.set(created, { key, parts: new Map() });
    } else if (id !== null && req.method === "PUT") {
      partBytes += body.length;
      uploads.get(id)?.parts.set(partNumber, { etag: String(answer.headers.etag), bytes: body.length });
    } else if (id !== null) uploads.delete(id);
  }

  function listUploads(url: URL): string {
    const prefix = url.searchParams.get("prefix") ?? "";
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
    const items = found.map(([id, { key }], i) => {
      const time = new Date(1_800_000_000_000 + i * 1000).toISOString();
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${time}</Initiated></Upload>`;
    });
    return `<ListMultipartUploadsResult>${items.join("")}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`;
  }

  function listParts(id: string): string {
    const parts = [...(uploads.get(id)?.parts ?? [])].map(
      ([number, { etag, bytes }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', "&quot;")}</ETag><Size>${bytes}</Size></Part>`,
    );
    return `<ListPartsResult>${parts.join("")}<IsTruncated>false</IsTruncated></ListPartsResult>`;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unfinishedKeys: () => [...uploads.values()].map(({ key }) => key),
    partBytes: () => partBytes,
    breakAt: (partNumber) => {
      brokenPart = partNumber;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
