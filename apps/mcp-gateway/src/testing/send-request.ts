import { request } from "node:http";
import type { WireMessage } from "./wire.js";

/** The response to one HTTP request. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The JSON-RPC message: the body, or the last one of an event stream; undefined if there is none. */
  readonly json: WireMessage;
}

export interface RequestSpec {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; strings and buffers are sent unchanged. */
  readonly body?: unknown;
}

const ACCEPT = "application/json, text/event-stream";

/** Sends one request with node:http, which allows any Host header. */
export function sendRequest(url: string, { method = "POST", token, headers = {}, body }: RequestSpec): Promise<Reply> {
  const payload = typeof body === "string" || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const req = request(url, {
      method,
      timeout: 120_000,
      headers: {
        Accept: ACCEPT,
        ...(payload !== undefined && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    req.once("error", reject).once("timeout", () => req.destroy(new Error("no answer within 20 s")));
    req.once("response", (res) => {
      let text = "";
      res.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      res.once("error", reject);
      res.once("end", () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json: messageOf(text) }),
      );
    });
    req.end(payload);
  });
}

/** Undefined if it is not a message; a test that reads a member then fails. */
function messageOf(text: string): WireMessage {
  const event = [...text.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1];
  try {
    return JSON.parse(event ?? text) as WireMessage;
  } catch {
    return undefined as unknown as WireMessage;
  }
}

const MODERN = "2026-07-28";

/** A request of the modern era: version, client and capabilities are in `_meta` and in headers. */
export function modern(method: string, params: Record<string, unknown> = {}, version = MODERN): RequestSpec {
  const name = typeof params.name === "string" ? { "Mcp-Name": params.name } : {};
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    headers: { "MCP-Protocol-Version": version, "Mcp-Method": method, ...name },
    body: { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: meta } },
  };
}

/** A request of the `initialize` era. */
export const legacy = (method: string, params: Record<string, unknown> = {}, version = "2025-11-25"): RequestSpec => ({
  headers: { "MCP-Protocol-Version": version },
  body: { jsonrpc: "2.0", id: 7, method, params },
});

export const callOf = (name: string, args: Record<string, unknown> = {}) => ({ name, arguments: args });
