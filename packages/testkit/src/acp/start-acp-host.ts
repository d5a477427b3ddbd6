import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createCertificate } from "../create-certificate.js";
import { loadAcpOperations } from "./acp-document.js";

/** A product as the host has it. */
export interface HostedProduct {
  readonly id: string;
  readonly variants: readonly { readonly id: string; readonly [member: string]: unknown }[];
  readonly [member: string]: unknown;
}

export interface AcpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly products?: readonly HostedProduct[] } | undefined;
}

/** What the host does with the next upsert instead of its work. */
export type Misbehavior =
  | {
      readonly type: "answer";
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly text?: string;
    }
  /** Breaks the connection before the request was read. */
  | { readonly type: "reset" }
  /** Stores the first products, then breaks the connection or answers 500. */
  | { readonly type: "store_some"; readonly count: number; readonly ending: "reset" | "error" }
  /** Stores everything and breaks the connection in the middle of the answer. */
  | { readonly type: "cut_answer" }
  /** Answers that it has not accepted the products. */
  | { readonly type: "not_accepted" };

/** A host of the ACP Feed API on loopback with one feed. It does what the OpenAPI document says, except when told otherwise. */
export interface AcpHost {
  readonly url: string;
  /** The certificate that clients must trust. */
  readonly ca: string;
  readonly feedId: string;
  readonly token: string;
  /** By id, as the last accepted upsert left them. */
  readonly products: Map<string, HostedProduct>;
  readonly requests: AcpRequest[];
  /** What in requests and in the host's own answers does not fit the document. */
  readonly violations: string[];
  /** Ids of products that the host rejects; a request with one of them is rejected as a whole, as the document says. */
  readonly rejectedIds: Set<string>;
  /** The most products in a request; more get 413. */
  productsMax: number;
  /** Misbehaves at the next upserts, one after the other. */
  misbehave(...behaviors: Misbehavior[]): void;
  stop(): Promise<void>;
}

const API_VERSION = "2026-04-17";

export async function startAcpHost({ feedId = "feed_8f3K2x", token = "acp-secret-token" } = {}): Promise<AcpHost> {
  const { key, cert } = createCertificate(["localhost"]);
  const operations = loadAcpOperations();
  const products = new Map<string, HostedProduct>();
  const requests: AcpRequest[] = [];
  const violations: string[] = [];
  const rejectedIds = new Set<string>();
  const behaviors: Misbehavior[] = [];
  /** Answers to upserts by their idempotency key, as a host that supports it keeps them. */
  const answered = new Map<string, { readonly body: string }>();
  const server = createServer({ key, cert }, (req, res) => {
    handle(req, res).catch(() => res.destroy());
  });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = req;
    const isUpsert = method === "PATCH";
    const behavior = isUpsert ? behaviors.shift() : undefined;
    if (behavior?.type === "reset") return void req.socket.destroy();
    const text = String(await buffer(req));
    const body = text === "" ? undefined : JSON.parse(text);
    requests.push({ method, path, headers, body });
    if (behavior?.type === "answer") {
      return void res.writeHead(behavior.status, behavior.headers).end(behavior.text ?? "");
    }
    const operation = operations.find(method, path.replace(/^\/acp/, ""));
    if (!operation) return void res.writeHead(405).end();
    const reply = (status: number, answer: object) => {
      const fault = operation.answerFaultOf(status, answer);
      if (fault !== undefined) violations.push(`answer of ${operation.id}: ${fault}`);
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    };
    // 401 and 413 are not in the document; the text of the protocol has them.
    if (headers.authorization !== `Bearer ${token}`)
      return void res.writeHead(401).end(`no feed for ${headers.authorization}`);
    if (headers["api-version"] !== API_VERSION) return reply(400, error("unsupported_api_version", "API-Version"));
    if (!path.includes(`/feeds/${feedId}`)) return reply(404, error("feed_not_found", "id"));
    const fault = operation.faultOf(body);
    if (fault !== undefined) {
      violations.push(`${operation.id}: ${fault}`);
      return reply(400, error("invalid_product_payload", fault));
    }
    if (operation.id === "getFeed") return reply(200, { id: feedId, target_country: "US" });
    if (operation.id === "getFeedProducts") return reply(200, { products: [...products.values()] });
    if (isUpsert) upsert({ res, reply, behavior, key: String(headers["idempotency-key"]), text, sent: body.products });
  }

  interface Upsert {
    readonly res: ServerResponse;
    readonly reply: (status: number, answer: object) => void;
    readonly behavior: Misbehavior | undefined;
    readonly key: string;
    readonly text: string;
    readonly sent: readonly HostedProduct[];
  }

  function upsert({ res, reply, behavior, key, text, sent }: Upsert): void {
    const former = answered.get(key);
    if (former && former.body !== text) violations.push(`${key} has two bodies`);
    const rejected = sent.find(({ id }) => rejectedIds.has(id));
    if (sent.length > host.productsMax) res.writeHead(413).end("too many products");
    else if (rejected) reply(400, error("invalid_product_payload", rejected.id));
    else if (behavior?.type === "not_accepted") reply(200, { id: feedId, accepted: false });
    else if (behavior?.type === "store_some") {
      store(sent.slice(0, behavior.count));
      if (behavior.ending === "reset") res.destroy();
      else res.writeHead(500).end("internal");
    } else {
      store(sent);
      answered.set(key, { body: text });
      if (behavior?.type === "cut_answer") {
        res.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        res.write('{"id":', () => res.destroy());
      } else reply(200, { id: feedId, accepted: true });
    }
  }

  const store = (sent: readonly HostedProduct[]): void => {
    for (const product of sent) products.set(product.id, product);
  };

  const host: AcpHost = {
    url: "",
    ca: cert,
    feedId,
    token,
    products,
    requests,
    violations,
    rejectedIds,
    productsMax: 1_000,
    misbehave: (...next) => void behaviors.push(...next),
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(host, { url: `https://localhost:${(server.address() as AddressInfo).port}/acp` });
}

const error = (code: string, param: string) => ({
  type: "invalid_request",
  code,
  message: `The request was rejected because of ${param}`,
  param,
});
