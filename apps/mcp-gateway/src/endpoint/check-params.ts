import { PROTOCOL_VERSION_META_KEY, type StandardSchemaV1, specTypeSchemas } from "@modelcontextprotocol/server";
import type { Surface } from "../surface.js";

type Offer = keyof Pick<Surface, "tools" | "resources" | "prompts">;

/** Requests of whose faulty params the SDK would answer its validator's own dump, as an internal error. */
const SCHEMAS = [
  ["initialize", "tools", specTypeSchemas.InitializeRequestParams],
  ["tools/call", "tools", specTypeSchemas.CallToolRequestParams],
  ["resources/read", "resources", specTypeSchemas.ReadResourceRequestParams],
  ["prompts/get", "prompts", specTypeSchemas.GetPromptRequestParams],
  ["completion/complete", "prompts", specTypeSchemas.CompleteRequestParams],
] as const satisfies readonly (readonly [method: string, Offer, StandardSchemaV1])[];

/** Each is answered whole, so that there is no cursor that it ever gave; the SDK looks at none. */
const LISTS = [
  ["tools/list", "tools"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resources"],
  ["prompts/list", "prompts"],
] as const satisfies readonly (readonly [method: string, Offer])[];

const CURSOR_FAULT = "params.cursor: is none of this list's, which is one page; leave it out.";

/**
 * Finds the first fault in a request's params, as a sentence that names the member, or null. Only what the surface offers is
 * looked at: everything else, and metadata, is for the SDK to judge.
 */
export function paramsCheck(surface: Pick<Surface, Offer>) {
  const isOffered = ([, offer]: readonly [string, Offer, ...unknown[]]): boolean => surface[offer].length > 0;
  const lists: ReadonlySet<unknown> = new Set(LISTS.filter(isOffered).map(([method]) => method));
  const schemas = new Map<unknown, StandardSchemaV1>(
    SCHEMAS.filter(isOffered).map(([method, , schema]) => [method, schema]),
  );
  return async function faultOfParams(body: unknown): Promise<string | null> {
    const { method, params } = membersOf(body);
    const { _meta, ...given } = membersOf(params);
    // An empty text is a cursor, too: the place where a list begins.
    if (lists.has(method)) return given.cursor === undefined || given.cursor === "" ? null : CURSOR_FAULT;
    // The revision of 2026-07-28 has no such method: the SDK says so.
    if (method === "initialize" && PROTOCOL_VERSION_META_KEY in membersOf(_meta)) return null;
    const schema = schemas.get(method);
    return schema ? firstFault(schema, given) : null;
  };
}

async function firstFault(schema: StandardSchemaV1, given: unknown): Promise<string | null> {
  const { issues } = await schema["~standard"].validate(given);
  const [first] = issues ?? [];
  if (!first) return null;
  const path = (first.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return `${["params", ...path].join(".")}: ${first.message}`;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
