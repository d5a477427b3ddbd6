import { type StandardSchemaV1, specTypeSchemas } from "@modelcontextprotocol/server";

/** Requests of whose faulty params the SDK would answer its validator's own dump, as an internal error. */
const PARAMS: ReadonlyMap<unknown, StandardSchemaV1> = new Map<unknown, StandardSchemaV1>([
  ["resources/read", specTypeSchemas.ReadResourceRequestParams],
  ["prompts/get", specTypeSchemas.GetPromptRequestParams],
  ["completion/complete", specTypeSchemas.CompleteRequestParams],
]);

/** The first fault in a request's params as a sentence that names the member, or null; metadata is for the SDK to judge. */
export async function faultOfParams(body: unknown): Promise<string | null> {
  const { method, params } = membersOf(body);
  const schema = PARAMS.get(method);
  if (!schema) return null;
  const { _meta, ...given } = membersOf(params);
  const { issues } = await schema["~standard"].validate(given);
  const [first] = issues ?? [];
  if (!first) return null;
  const path = (first.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return `${["params", ...path].join(".")}: ${first.message}`;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
