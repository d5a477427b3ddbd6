import type { Origin } from "@skucast/catalog/audit/append-audit";
import type { ErrorCode } from "@skucast/contracts/error-codes";
import type { Principal } from "@skucast/contracts/principal";
import type { Scope } from "@skucast/contracts/scopes";
import type { z } from "zod";
import type { McpContext } from "../context.js";

/** The input of a public tool, which has no principal. */
export interface PublicCall<Input = unknown> {
  readonly ctx: McpContext;
  readonly input: Input;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The input of a tool: the caller and the arguments, parsed by its schema. */
export interface ToolCall<Input = unknown> extends PublicCall<Input> {
  readonly principal: Principal;
  /** The origin of the call, for the audit log. */
  readonly origin: Origin;
}

/** The effects of a tool, for clients. All are set, because the protocol's defaults are unsafe. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

interface ToolHead<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** At most 64 letters, digits and underscores. */
  readonly name: string;
  readonly title: string;
  /** What it does, when to use it and when not. */
  readonly description: string;
  /** All scopes that a call requires. Empty only at /mcp/public. */
  readonly scopes: readonly Scope[];
  /** It reads what concerns the whole workspace, so a key that is limited to channels may not use it. */
  readonly wholeWorkspaceOnly?: true;
  /** Additional scopes that a call with this argument requires. */
  readonly argumentScopes?: Readonly<Record<string, Scope>>;
  readonly hints: ToolHints;
  readonly input: Input;
  readonly output: Output;
  /**
   * Checks for arguments that the tool's protocol rejects with a JSON-RPC error (-32602) instead of an error result.
   * Returns the message, or null.
   */
  readonly overflow?: (given: Readonly<Record<string, unknown>>) => string | null;
  /** What to do after an error: which tool to call, with which arguments. */
  readonly remedies?: Partial<Record<ErrorCode, string>>;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolHead<Input, Output> {
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Calls the verb. Errors are thrown as `Problem`. */
  readonly run: (call: ToolCall<z.output<Input>>) => Promise<z.input<Output>>;
}

interface PublicToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<ToolHead<Input, Output>, "scopes" | "argumentScopes"> {
  readonly run: (call: PublicCall<z.output<Input>>) => Promise<z.input<Output>>;
}

/** A call at either endpoint. The principal is null at /mcp/public. */
export type AnyCall = Omit<ToolCall, "principal"> & { readonly principal: Principal | null };

/** A tool with any input, as listed in the table of contents. */
export interface Tool extends ToolHead<z.ZodObject, z.ZodObject> {
  readonly run: (call: AnyCall) => Promise<Record<string, unknown>>;
}

/** A read without side effects. */
export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** An idempotent write that replaces or deletes stored data. */
export const OVERWRITES: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  // The input is parsed by the definition's own schema before `run` is called (server/call-tool.ts), and calls at /mcp
  // always have a principal.
  return definition as unknown as Tool;
}

/** A public tool. It needs no scope, because it reads only public data. */
export function definePublicTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: PublicToolDefinition<Input, Output>,
): Tool {
  // As above. Without a principal in its type, the definition cannot read one.
  return { ...definition, scopes: [] } as unknown as Tool;
}
