import type { Origin } from "@skucast/catalog/audit/append-audit";
import type { ErrorCode } from "@skucast/contracts/error-codes";
import type { Principal } from "@skucast/contracts/principal";
import type { Scope } from "@skucast/contracts/scopes";
import type { z } from "zod";
import type { McpContext } from "../context.js";

/** What a public tool is given: there is nobody whom it could know. */
export interface PublicCall<Input = unknown> {
  readonly ctx: McpContext;
  readonly input: Input;
  /** Aborts when the client goes away: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What a tool is given: who calls it with which input, parsed by its schema. */
export interface ToolCall<Input = unknown> extends PublicCall<Input> {
  readonly principal: Principal;
  /** Where the call comes from, for the audit log. */
  readonly origin: Origin;
}

/** What a tool does to the world, told to clients; the protocol's defaults for what is left out are unsafe. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

interface ToolHead<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** Letters, digits and underscores, at most 64. */
  readonly name: string;
  readonly title: string;
  /** What it does, when to use it and when not. */
  readonly description: string;
  /** Every scope that a call needs; none at /mcp/public alone. */
  readonly scopes: readonly Scope[];
  /** Scopes that a call needs as well when it gives this argument. */
  readonly argumentScopes?: Readonly<Record<string, Scope>>;
  readonly hints: ToolHints;
  readonly input: Input;
  readonly output: Output;
  /**
   * Says of arguments that the protocol which the tool follows wants an error of the message for them (-32602), where
   * others are refused by a result; null if it does not.
   */
  readonly overflow?: (given: Readonly<Record<string, unknown>>) => string | null;
  /** What to do next after a refusal: which tool to call, with what. */
  readonly remedies?: Partial<Record<ErrorCode, string>>;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolHead<Input, Output> {
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Calls the verb; a refusal is thrown as a `Problem`. */
  readonly run: (call: ToolCall<z.output<Input>>) => Promise<z.input<Output>>;
}

interface PublicToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<ToolHead<Input, Output>, "scopes" | "argumentScopes"> {
  readonly run: (call: PublicCall<z.output<Input>>) => Promise<z.input<Output>>;
}

/** A call at either endpoint; only at /mcp is there somebody. */
export type AnyCall = Omit<ToolCall, "principal"> & { readonly principal: Principal | null };

/** A tool of any input: what the table of contents holds. */
export interface Tool extends ToolHead<z.ZodObject, z.ZodObject> {
  readonly run: (call: AnyCall) => Promise<Record<string, unknown>>;
}

/** A read that changes nothing, here or elsewhere. */
export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A write that replaces or takes away what is stored; doing it twice is doing it once. */
export const OVERWRITES: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  // The input is parsed by the definition's own schema before `run` is called (server/call-tool.ts), and at /mcp nobody
  // comes this far without a principal.
  return definition as unknown as Tool;
}

/** A tool for everybody: it needs no scope, for it sees nothing but what is public. */
export function definePublicTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: PublicToolDefinition<Input, Output>,
): Tool {
  // As above; and there is no principal that the definition could look at.
  return { ...definition, scopes: [] } as unknown as Tool;
}
