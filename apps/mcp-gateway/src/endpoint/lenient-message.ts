import { jsonIn } from "../server/json-in.js";

/** The newest revision that starts with initialize, for clients that name none. */
const NEWEST_LEGACY = "2025-11-25";
/** Optional members of params, which some clients send as null. */
const OPTIONAL = ["arguments", "cursor", "_meta", "capabilities"] as const;

/**
 * Corrects a message where the meaning is certain: removes null for optional members, parses arguments sent as a JSON
 * string and arguments of prompts sent as numbers, and adds a version and empty capabilities to an initialize without them. Everything else is unchanged.
 */
export function lenientMessage(message: unknown): unknown {
  if (!isObject(message) || !("method" in message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isObject(params)) return message;
  const lenient = lenientParams(params, message.method === "initialize");
  return { ...message, params: message.method === "prompts/get" ? textArguments(lenient) : lenient };
}

/** The arguments of prompts are strings (specification 2025-06-18, server/prompts). */
function textArguments(params: Members): Members {
  const { arguments: given } = params;
  if (!isObject(given)) return params;
  const texts = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : value]);
  return { ...params, arguments: Object.fromEntries(texts) };
}

function lenientParams(params: Members, isInitialize: boolean): Members {
  const isNull = (name: string) => params[name] === null && OPTIONAL.some((optional) => optional === name);
  const kept = Object.entries(params).filter(([name]) => !isNull(name));
  const { arguments: given } = params;
  return {
    ...Object.fromEntries(kept),
    ...(typeof given === "string" && { arguments: objectIn(given) }),
    ...(isInitialize && params.protocolVersion == null && { protocolVersion: NEWEST_LEGACY }),
    ...(isInitialize && params.capabilities == null && { capabilities: {} }),
  };
}

type Members = Readonly<Record<string, unknown>>;

/** The JSON object in a string, or the string itself. */
const objectIn = (text: string): unknown => jsonIn(text, isObject);

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
