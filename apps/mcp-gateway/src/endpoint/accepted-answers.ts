import type { IncomingMessage } from "node:http";

const BOTH = "application/json, text/event-stream";
const JSON_RANGES: ReadonlySet<string> = new Set(["*/*", "application/*", "application/json"]);
const STREAM_RANGES: ReadonlySet<string> = new Set(["*/*", "text/*", "text/event-stream"]);

/**
 * Whether the client takes JSON alone. The protocol wants clients to name both forms of an answer; scripts and gateways send
 * a wildcard, one form or nothing, which means that any will do (RFC 9110, section 12.5.1). Those that take JSON are taken for
 * clients of the protocol, so that the SDK answers them; what takes neither form is refused by it.
 */
export function takesJsonAlone({ headers }: Pick<IncomingMessage, "headers">): boolean {
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
