import { isUtf8 } from "node:buffer";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { findJsonFault } from "./json-fault.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses a JSON document (RFC 8259) in UTF-8, nested at most LIMITS.jsonDepthMax levels; throws 400 invalid_json that says
 * where it breaks. A byte order mark is tolerated; of duplicate keys the last one counts; `__proto__` is a key like others.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalidJson("The body is empty; this endpoint takes a JSON document.");
  if (!isUtf8(bytes)) throw invalidJson("The body is not UTF-8.");
  if (isDeeperThan(LIMITS.jsonDepthMax, bytes)) {
    throw invalidJson(`The body is nested more than ${LIMITS.jsonDepthMax} levels deep.`);
  }
  const text = withoutMark(bytes.toString("utf8"));
  try {
    return JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    throw invalidJson(
      `The body is not well-formed JSON: ${fault.message} at line ${fault.line}, column ${fault.column}.`,
      { line: fault.line, column: fault.column },
    );
  }
}

/** Looks at brackets outside of strings alone, before anything is built: deep nesting costs no memory. */
function isDeeperThan(depthMax: number, bytes: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (isInString) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return false;
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function invalidJson(detail: string, members: Record<string, unknown> = {}): Problem {
  return new Problem("invalid_json", detail, { members });
}
