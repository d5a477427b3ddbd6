import { isSecretName, mayHoldSecret, REDACTED, scrubText } from "./secrets.js";

/** Limits of one log line. What is longer is cut, so that a large document cannot flood the log. */
const LINE_LENGTH_MAX = 32_768;
const STRING_LENGTH_MAX = 4_096;
const ITEM_COUNT_MAX = 100;
const DEPTH_MAX = 12;

const HEADER_NAME = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^x-api-key$/i;

/**
 * Removes secrets from a finished JSON line. Every log line passes through here. A line that cannot contain a secret is
 * returned unchanged, which takes 1 to 2 µs.
 */
export function redactLine(line: string): string {
  if (line.length <= LINE_LENGTH_MAX && !mayHoldSecret(line)) return line;
  const redacted = JSON.stringify(redact(parse(line), DEPTH_MAX));
  if (redacted.length <= LINE_LENGTH_MAX) return `${redacted}\n`;
  return `${JSON.stringify(headOf(redacted))}\n`;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return { level: "error", msg: "a log line was not JSON and was dropped" };
  }
}

/** The fields that every line has, for a line that is still too long after cutting. */
function headOf(redacted: string): Record<string, unknown> {
  const { level, time, service, msg, event } = JSON.parse(redacted);
  return { level, time, service, event, msg, cut_length: redacted.length };
}

function redact(value: unknown, depthLeft: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depthLeft === 0) return "[too deep]";
  return Array.isArray(value) ? redactItems(value, depthLeft - 1) : redactFields(value, depthLeft - 1);
}

/** Scrubs some characters beyond the cut, so that a secret across the cut is still recognized. */
function redactText(text: string): string {
  const scrubbed = scrubText(text.slice(0, STRING_LENGTH_MAX * 2));
  const isCut = text.length > STRING_LENGTH_MAX * 2 || scrubbed.length > STRING_LENGTH_MAX;
  return isCut ? `${scrubbed.slice(0, STRING_LENGTH_MAX)}[cut, was ${text.length}]` : scrubbed;
}

/** Raw headers are a flat list of names and values, so the item after the name of a secret header is its value. */
function redactItems(items: readonly unknown[], depthLeft: number): unknown[] {
  return items.slice(0, ITEM_COUNT_MAX).map((item, index) => {
    const before = items[index - 1];
    return typeof before === "string" && HEADER_NAME.test(before) ? REDACTED : redact(item, depthLeft);
  });
}

function redactFields(fields: object, depthLeft: number): unknown {
  if ("type" in fields && fields.type === "Buffer") return "[bytes]";
  // A header or setting as a pair: { name: "Authorization", value: "…" }.
  const named = "name" in fields ? fields.name : "key" in fields ? fields.key : undefined;
  const isSecretPair = typeof named === "string" && isSecretName(named);
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isSecret = isSecretName(name) || (isSecretPair && name === "value");
    const isShown = !isSecret || typeof value === "boolean" || value === null;
    redacted[scrubText(name)] = isShown ? redact(value, depthLeft) : REDACTED;
  }
  return redacted;
}
