import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import type { Caller } from "../server/caller.js";
import { isVisibleTo } from "../server/visible-to.js";
import type { Tool } from "../tools/define-tool.js";
import type { Era } from "./read-message.js";

const MODERN_VERSION = "2026-07-28";
/** Undefined is included because MCP-Protocol-Version did not exist before the revision of June 2025. */
const LEGACY_VERSIONS: ReadonlySet<unknown> = new Set([undefined, "2025-03-26", "2025-06-18", "2025-11-25"]);
const MESSAGE = new Set(["jsonrpc", "id", "method", "params"]);
const PARAMS = new Set(["name", "arguments", "_meta"]);
const MODERN_META = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]);
const NO_META = new Set<string>();
/** Metadata names reserved by the protocol in any revision: `io.modelcontextprotocol/…`, `com.mcp.tools/…`. */
const RESERVED_META = /(?:^|\.)(?:modelcontextprotocol|mcp)[./]/;

/** A tools/call that is valid in every respect. */
export interface PlainCall {
  readonly id: string | number;
  readonly era: Era;
  readonly tool: Tool;
  readonly input: unknown;
}

/**
 * Detects calls of visible tools whose body and headers fully conform to the protocol. Returns null for anything else;
 * the SDK then answers it.
 */
export function createPlainCallReader(tools: readonly Tool[]) {
  const toolOf = new Map<unknown, Tool>(tools.map((tool) => [tool.name, tool]));
  return function plainCallOf(headers: IncomingHttpHeaders, body: unknown, caller: Caller): PlainCall | null {
    if (!isObjectOf(body, MESSAGE) || body.jsonrpc !== "2.0" || body.method !== "tools/call") return null;
    const { id, params } = body;
    if (!isId(id) || !isObjectOf(params, PARAMS) || !acceptsBoth(headers.accept)) return null;
    const { arguments: input, _meta: meta } = params;
    const tool = toolOf.get(params.name);
    if (!tool || !isVisibleTo(caller)(tool) || !(input === undefined || isObject(input))) return null;
    if (isModern(headers, tool, meta)) return { id, era: "modern", tool, input };
    return isLegacy(headers, meta) ? { id, era: "legacy", tool, input } : null;
  };
}

function isModern(headers: IncomingHttpHeaders, { name }: Tool, meta: unknown): boolean {
  return (
    isMetaOf(meta, MODERN_META) &&
    meta[PROTOCOL_VERSION_META_KEY] === MODERN_VERSION &&
    headers["mcp-protocol-version"] === MODERN_VERSION &&
    headers["mcp-method"] === "tools/call" &&
    headers["mcp-name"] === name &&
    isSpecType.Implementation(meta[CLIENT_INFO_META_KEY]) &&
    isSpecType.ClientCapabilities(meta[CLIENT_CAPABILITIES_META_KEY])
  );
}

function isLegacy(headers: IncomingHttpHeaders, meta: unknown): boolean {
  const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name } = headers;
  const isPlainMeta = meta === undefined || isMetaOf(meta, NO_META);
  return isPlainMeta && LEGACY_VERSIONS.has(version) && method === undefined && name === undefined;
}

/** Whether all members are in `names` or are the client's own, which tools ignore. No tool reports progress. */
const isMetaOf = (value: unknown, names: ReadonlySet<string>): value is Readonly<Record<string, unknown>> =>
  isObject(value) &&
  Object.keys(value).every((name) => names.has(name) || !RESERVED_META.test(name)) &&
  (value.progressToken === undefined || isId(value.progressToken));

const isId = (value: unknown): value is string | number => typeof value === "string" || Number.isSafeInteger(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isObjectOf = (value: unknown, names: ReadonlySet<string>): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.keys(value).every((name) => names.has(name));

/** The response may have either format. */
const acceptsBoth = (accept = ""): boolean =>
  accept.includes("application/json") && accept.includes("text/event-stream");
