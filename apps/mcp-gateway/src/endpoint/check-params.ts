import { PROTOCOL_VERSION_META_KEY, type StandardSchemaV1, specTypeSchemas } from "@modelcontextprotocol/server";
import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import type { Prompt } from "../prompts/define-prompt.js";
import type { Surface } from "../surface.js";

type Offer = keyof Pick<Surface, "tools" | "resources" | "prompts">;

/** For invalid params of these requests, the SDK would return its validator's raw output as an internal error. */
const SCHEMAS = [
  ["initialize", "tools", specTypeSchemas.InitializeRequestParams],
  ["tools/call", "tools", specTypeSchemas.CallToolRequestParams],
  ["resources/read", "resources", specTypeSchemas.ReadResourceRequestParams],
  ["prompts/get", "prompts", specTypeSchemas.GetPromptRequestParams],
  ["completion/complete", "prompts", specTypeSchemas.CompleteRequestParams],
] as const satisfies readonly (readonly [method: string, Offer, StandardSchemaV1])[];

/** Each list is one page, so no cursor is ever valid; the SDK ignores cursors. */
const LISTS = [
  ["tools/list", "tools"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resources"],
  ["prompts/list", "prompts"],
] as const satisfies readonly (readonly [method: string, Offer])[];

const NAMED: ReadonlyMap<unknown, string> = new Map([
  ["tools/call", "Tool"],
  ["prompts/get", "Prompt"],
]);

const CURSOR_ERROR = "params.cursor: is not valid. This list has only one page; omit the cursor.";

/**
 * Returns the first validation error of a request's params, or null. Only what the surface offers is checked; the SDK
 * checks everything else, including metadata.
 */
export function createParamsCheck(surface: Pick<Surface, Offer>) {
  const isOffered = ([, offer]: readonly [string, Offer, ...unknown[]]): boolean => surface[offer].length > 0;
  const lists: ReadonlySet<unknown> = new Set(LISTS.filter(isOffered).map(([method]) => method));
  const schemas = new Map<unknown, StandardSchemaV1>(
    SCHEMAS.filter(isOffered).map(([method, , schema]) => [method, schema]),
  );
  return async function findParamsError(body: unknown): Promise<string | null> {
    const { method, params } = membersOf(body);
    const { _meta, ...given } = membersOf(params);
    // An empty cursor means the start of the list.
    if (lists.has(method)) return given.cursor === undefined || given.cursor === "" ? null : CURSOR_ERROR;
    // The revision of 2026-07-28 has no such method: the SDK rejects it.
    if (method === "initialize" && PROTOCOL_VERSION_META_KEY in membersOf(_meta)) return null;
    const kind = NAMED.get(method);
    if (kind !== undefined && isOfEveryObject(given.name)) return `${kind} ${given.name} not found`;
    // Each of the following checks would read all of them.
    if (kind !== undefined && hasTooMany(given.arguments)) return ARGUMENTS_ERROR;
    const schema = schemas.get(method);
    const issue = schema ? await firstIssue(schema, given) : null;
    if (issue !== null || method !== "prompts/get") return issue;
    const prompt = surface.prompts.find(({ name }) => name === given.name);
    return prompt ? argumentErrors(prompt, given.arguments ?? {}) : null;
  };
}

const ARGUMENTS_ERROR = `params.arguments: must have at most ${LIMITS.toolArgumentsMax} members`;

const hasTooMany = (given: unknown): boolean =>
  typeof given === "object" && given !== null && Object.keys(given).length > LIMITS.toolArgumentsMax;

/** All errors of a prompt's arguments in one line, or null. */
function argumentErrors({ input }: Prompt, given: unknown): string | null {
  const parsed = parseBounded(input, given);
  if (parsed.success) return null;
  const errors = faultsOf(parsed.error, input).map(
    ({ pointer, message }) => `${["params.arguments", ...pointer.split("/").slice(1)].join(".")}: ${message}`,
  );
  return errors.join("; ");
}

async function firstIssue(schema: StandardSchemaV1, given: unknown): Promise<string | null> {
  const { issues } = await schema["~standard"].validate(given);
  const [first] = issues ?? [];
  if (!first) return null;
  const path = (first.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return `${["params", ...path].join(".")}: ${sentenceOf(first.message)}`;
}

/** The validator's message about a type as a sentence; other messages as they are. */
function sentenceOf(message: string): string {
  const [, expected = "", received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (received === undefined) return message === "Invalid input" ? "is not valid" : message;
  const type = expected === "record" ? "object" : expected;
  if (received === "undefined") return `is required (${type})`;
  return `must be ${/^[aeiou]/.test(type) ? "an" : "a"} ${type}, not ${received}`;
}

/** The SDK finds names in a plain object, which also has names of its own, such as `constructor`. */
const isOfEveryObject = (name: unknown): name is string => typeof name === "string" && name in Object.prototype;

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
