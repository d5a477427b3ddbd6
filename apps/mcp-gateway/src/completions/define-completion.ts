import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { withoutHidden } from "@skucast/contracts/hidden-characters";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import type { McpContext } from "../context.js";

export interface CompletionCall {
  readonly ctx: McpContext;
  readonly principal: Principal;
  readonly requestId: string;
  /** The text that the user has typed so far. */
  readonly typed: string;
}

/** Proposes values for one kind of argument. */
export type Complete = (call: CompletionCall) => Promise<string[]>;

/** The protocol's maximum. */
export const COMPLETIONS_MAX = 100;

const NUL_SENTENCE = "argument.value: must not contain the character U+0000.";

/**
 * Creates a completion. It proposes nothing to callers without the scope, and nothing when it fails. Input with NUL,
 * which no stored string contains, is invalid (-32602).
 */
export function defineCompletion(scope: Scope, propose: Complete): Complete {
  return async (call) => {
    if (!call.principal.scopes.has(scope)) return [];
    if (call.typed.includes("\0")) throw new ProtocolError(ProtocolErrorCode.InvalidParams, NUL_SENTENCE);
    try {
      const values = await propose(call);
      return values.slice(0, COMPLETIONS_MAX).map(withoutHidden);
    } catch (error) {
      if (!(error instanceof Problem)) call.ctx.problems.report(error, call.requestId);
      return [];
    }
  };
}
