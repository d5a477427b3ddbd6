import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import type { McpContext } from "../context.js";

export interface CompletionCall {
  readonly ctx: McpContext;
  readonly principal: Principal;
  /** What the user has typed so far. */
  readonly typed: string;
}

/** Proposes values of one kind of argument. */
export type Complete = (call: CompletionCall) => Promise<string[]>;

/** The protocol answers no more than so many. */
export const COMPLETIONS_MAX = 100;

/** A completion that proposes nothing to those who may not read what it proposes from, and says no more about it. */
export function defineCompletion(scope: Scope, propose: Complete): Complete {
  return async (call) => {
    if (!call.principal.scopes.has(scope)) return [];
    try {
      const values = await propose(call);
      return values.slice(0, COMPLETIONS_MAX);
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  };
}
