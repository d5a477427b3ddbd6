import type { ServerResponse } from "node:http";
import type { NodeServerResponseLike } from "@modelcontextprotocol/node";

/**
 * Sends the headers of an event stream immediately. Node.js would hold them back until the first byte of the body,
 * which for a long call is the first keep-alive comment after 15 s.
 */
export const flushingResponse = (res: ServerResponse): NodeServerResponseLike => ({
  writeHead: (status, headers = {}) => {
    res.writeHead(status, headers);
    if (headers["content-type"]?.startsWith("text/event-stream")) res.flushHeaders();
  },
  write: (chunk) => res.write(chunk),
  end: (chunk) => (chunk === undefined ? res.end() : res.end(chunk)),
  on: (event, listener) => res.on(event, listener),
  get destroyed() {
    return res.destroyed;
  },
});
