import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Provider } from "oidc-provider";

/** A request to the provider. Only these members reach it, nothing else that the client sent. */
export interface ProviderRequest {
  readonly method: "GET" | "POST";
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly ip: string | undefined;
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

export type CallProvider = (request: ProviderRequest) => Promise<ProviderResponse>;

/**
 * Calls the provider as if the request had arrived at the public URL. Host and scheme are the issuer's, independent of
 * Host or forwarding headers. The response is returned whole, so that it can be stored before it is sent.
 */
export function providerAt(provider: Provider, publicUrl: string): CallProvider {
  const handle = provider.callback();
  return async (request) => {
    const { req, res } = createExchange(publicUrl, request);
    await handle(req, res);
    return res.answer;
  };
}

/** A request and its response in memory, without a network connection. */
export function createExchange(
  publicUrl: string,
  { method, path, headers = {}, body = "", ip }: ProviderRequest,
): { req: IncomingMessage; res: CapturedResponse } {
  const { host, protocol } = new URL(publicUrl);
  const socket = new Socket();
  Object.defineProperties(socket, { encrypted: { value: protocol === "https:" }, remoteAddress: { value: ip } });
  const req = new IncomingMessage(socket);
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  const sized = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  Object.assign(req, { method, url: path, headers: { ...Object.fromEntries(given), ...sized, host } });
  if (body !== "") req.push(body);
  req.push(null);
  return { req, res: new CapturedResponse(req) };
}

/** Captures the response that is written to it. */
class CapturedResponse extends ServerResponse {
  readonly answer: Promise<ProviderResponse>;
  #resolve: (answer: ProviderResponse) => void = () => {};

  constructor(req: IncomingMessage) {
    super(req);
    this.answer = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  override end(body?: unknown): this {
    const headers = Object.fromEntries(
      Object.entries(this.getHeaders()).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === "number" ? String(value) : value] as const],
      ),
    );
    const text = typeof body === "string" || body instanceof Uint8Array ? Buffer.from(body).toString("utf8") : "";
    this.#resolve({ status: this.statusCode, headers, body: text });
    this.emit("finish");
    return this;
  }
}
