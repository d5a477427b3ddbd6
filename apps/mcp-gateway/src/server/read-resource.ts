import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { faultsOf } from "@skucast/contracts/faults";
import type { Principal } from "@skucast/contracts/principal";
import { problemSchema } from "@skucast/contracts/problem";
import type { McpContext } from "../context.js";
import type { Resource } from "../resources/define-resource.js";
import type { Caller } from "./caller.js";
import { cleanAnswer } from "./clean-answer.js";
import { noticed } from "./notice.js";

interface Reading {
  readonly ctx: McpContext;
  readonly caller: Caller & { readonly principal: Principal };
  readonly uri: URL;
  /** As in the URI, percent-encoded. */
  readonly variables: Readonly<Record<string, string | string[]>>;
}

/** Reads a resource as JSON. A missing or malformed one is an error (-32602), never an empty document. */
export async function readResource(resource: Resource, reading: Reading): Promise<ReadResourceResult> {
  const { ctx, caller, uri } = reading;
  const variables = decoded(reading.variables);
  if (Object.values(variables).includes(undefined)) throw invalidUri(uri, "is not validly percent-encoded");
  const parsed = resource.variables.safeParse(variables);
  if (!parsed.success) {
    const [error] = faultsOf(parsed.error, resource.variables);
    throw invalidUri(uri, error?.message ?? "is not the URI of a resource");
  }
  try {
    const document = await resource.read({ ctx, principal: caller.principal, variables: parsed.data });
    const { json } = cleanAnswer(noticed(document));
    return { contents: [{ uri: uri.toString(), mimeType: "application/json", text: json }] };
  } catch (error) {
    throw protocolErrorOf(error, reading);
  }
}

const invalidUri = (uri: URL, fault: string): Error =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `${uri}: ${fault}`, { uri: uri.toString() });

function protocolErrorOf(error: unknown, { ctx, caller, uri }: Reading): Error {
  const { status, body } = ctx.problems.answer(error, caller.requestId);
  const document = problemSchema.parse(JSON.parse(body));
  if (document.code === "not_found") return new ResourceNotFoundError(uri.toString(), document.detail);
  const code = status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidRequest;
  return new ProtocolError(code, document.detail, document);
}

const decoded = (variables: Reading["variables"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, decodedText(value)]));

/** Undefined if it is not validly percent-encoded. */
function decodedText(value: string | string[]): string | undefined {
  try {
    return typeof value === "string" ? decodeURIComponent(value) : undefined;
  } catch {
    return undefined;
  }
}
