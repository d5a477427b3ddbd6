import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import type { Tool } from "../tools/define-tool.js";
import { challengeHeader } from "./challenge.js";
import type { Message } from "./read-message.js";

/**
 * Refuses an app whose token lacks a scope of the tools it calls, before anything runs: with HTTP 403, which is what makes
 * clients ask the user for more, naming every scope that the call needs. A key sees no tool that it may not call.
 */
export function scopeCheck(publicUrl: string, tools: readonly Tool[]) {
  const toolOf = new Map(tools.map((tool) => [tool.name, tool]));
  return function checkScopes(principal: Principal, messages: readonly Message[]): void {
    if (principal.kind !== "oauth") return;
    const needed: Scope[] = [...new Set(messages.flatMap((message) => scopesOf(message, toolOf)))];
    const missing = needed.filter((scope) => !principal.scopes.has(scope));
    if (missing.length === 0) return;
    const sentence = `The connection lacks ${missing.join(" and ")}; ask the user to allow it.`;
    throw new Problem("forbidden", sentence, {
      headers: {
        "WWW-Authenticate": challengeHeader(publicUrl, {
          error: "insufficient_scope",
          description: sentence,
          scopes: needed,
        }),
      },
      members: { required_scopes: needed },
    });
  };
}

function scopesOf({ toolName, argumentNames }: Message, toolOf: ReadonlyMap<string, Tool>): Scope[] {
  const tool = toolName === null ? undefined : toolOf.get(toolName);
  if (!tool) return [];
  const ofArguments = new Map(Object.entries(tool.argumentScopes ?? {}));
  return [...tool.scopes, ...argumentNames.flatMap((name) => ofArguments.get(name) ?? [])];
}
