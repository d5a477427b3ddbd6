import { UriTemplate } from "@modelcontextprotocol/server";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import type { Surface } from "../surface.js";
import { challengeHeader } from "./challenge.js";
import type { Message } from "./read-message.js";

/**
 * Refuses an app whose token lacks a scope of the tools it calls or the resources it reads, before anything runs: with HTTP 403, which is what makes
 * clients ask the user for more, naming every scope that the call needs. A key sees no tool that it may not call.
 */
export function scopeCheck(publicUrl: string, surface: Pick<Surface, "tools" | "resources">) {
  const scopesOf = scopesOfMessages(surface);
  return function checkScopes(principal: Principal, messages: readonly Message[]): void {
    if (principal.kind !== "oauth") return;
    const needed: Scope[] = [...new Set(messages.flatMap(scopesOf))];
    const missing = needed.filter((scope) => !principal.scopes.has(scope));
    if (missing.length === 0) return;
    const sentence = `The connection lacks ${missing.join(" and ")}; ask the user to allow it.`;
    const challenge = challengeHeader(publicUrl, {
      error: "insufficient_scope",
      description: sentence,
      scopes: needed,
    });
    throw new Problem("forbidden", sentence, {
      headers: { "WWW-Authenticate": challenge },
      // ChatGPT looks for the challenge in the message's metadata.
      members: { required_scopes: needed, _meta: { "mcp/www_authenticate": [challenge] } },
    });
  };
}

function scopesOfMessages({ tools, resources }: Pick<Surface, "tools" | "resources">) {
  const toolOf = new Map(tools.map((tool) => [tool.name, tool]));
  const templates = resources.map(({ uriTemplate, scopes }) => ({ template: new UriTemplate(uriTemplate), scopes }));
  return function scopesOf({ toolName, given, resourceUri }: Message): readonly Scope[] {
    if (resourceUri !== null) {
      const address = normalized(resourceUri);
      return templates.find(({ template }) => template.match(address))?.scopes ?? [];
    }
    const tool = toolName === null ? undefined : toolOf.get(toolName);
    if (!tool) return [];
    const ofArguments = new Map(Object.entries(tool.argumentScopes ?? {}));
    return [...tool.scopes, ...Object.keys(given).flatMap((name) => ofArguments.get(name) ?? [])];
  };
}

/** As the SDK reads it: a scheme in capitals is the same scheme (RFC 3986, section 3.1). */
const normalized = (uri: string): string => (URL.canParse(uri) ? new URL(uri).href : uri);
