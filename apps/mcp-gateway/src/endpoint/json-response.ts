import type { ServerResponse } from "node:http";
import type { NodeServerResponseLike } from "@modelcontextprotocol/node";

/**
 * The response for a client that does not accept event streams: collects the stream and sends its last message as JSON.
 * Earlier messages are notifications, which no tool sends.
 */
export function jsonResponse(res: ServerResponse): NodeServerResponseLike {
  let status: number | undefined;
  let headers: Readonly<Record<string, string>> = {};
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (chunk !== undefined) chunks.push(Buffer.from(chunk as string | Uint8Array));
  };
  return {
    writeHead: (code, given = {}) => {
      status = code;
      headers = given;
    },
    write: (chunk) => {
      keep(chunk);
      return true;
    },
    end: (chunk) => {
      keep(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      const isStream = headers["content-type"]?.startsWith("text/event-stream") ?? false;
      const body = isStream ? ([...text.matchAll(/^data: ?(.+)$/gm)].at(-1)?.[1] ?? "") : text;
      const length = isStream && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      };
      res.writeHead(status ?? 500, { ...headers, ...length }).end(body);
    },
    on: (event, listener) => res.on(event, listener),
    get destroyed() {
      return res.destroyed;
    },
  };
}
