import type { IncomingMessage } from "node:http";

const BOTH = "application/json, text/event-stream";
const JSON_RANGES: ReadonlySet<string> = new Set(["*/*", "application/*", "application/json"]);
const STREAM_RANGES: ReadonlySet<string> = new Set(["*/*", "text/*", "text/event-stream"]);

/**
 * Whether the client accepts only JSON. The protocol requires clients to accept both formats, but scripts and gateways
 * send a wildcard, one format or nothing, which means any (RFC 9110, section 12.5.1). Clients that accept JSON are
 * passed to the SDK as if they accepted both; all others are left to the SDK.
 */
export function acceptsOnlyJson({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const ranges = rangesOf(headers.accept);
  if (!ranges.some((range) => JSON_RANGES.has(range))) return false;
  headers.accept = BOTH;
  return !ranges.some((range) => STREAM_RANGES.has(range));
}

function rangesOf(accept = ""): readonly string[] {
  if (accept.trim() === "") return ["*/*"];
  return accept.split(",").flatMap((part) => {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter)) ? [] : [range];
  });
}
