import { UriTemplate } from "@modelcontextprotocol/server";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { roleRefusalOf, SCOPES, type Scope } from "@skucast/contracts/scopes";
import type { Surface } from "../surface.js";
import { challengeHeader } from "./challenge.js";
import type { Message } from "./read-message.js";

/**
 * Finds out, before anything runs, whether a token lacks a scope of the tools it calls or the resources it reads. An app's
 * refusal then asks for every scope that they need; where the person's role does not allow one, it asks for none, for
 * nobody could grant it. An API key's scopes never grow, so that its refusal asks for none either.
 */
export function scopeCheck(publicUrl: string, surface: Pick<Surface, "tools" | "resources">) {
  const scopesOf = scopesOfMessages(surface);
  return function refusalFor(principal: Principal, messages: readonly Message[]): Problem | null {
    const needed: Scope[] = [...new Set(messages.flatMap(scopesOf))];
    const missing = needed.filter((scope) => !principal.scopes.has(scope));
    if (missing.length === 0) return null;
    if (principal.kind !== "oauth") return new Problem("forbidden", keyRefusalOf(missing));
    const inVain = missing.filter((scope) => !principal.allowedByRole.has(scope));
    if (inVain.length > 0) return new Problem("forbidden", roleRefusalOf(inVain));
    const description = `The connection lacks ${missing.join(" and ")}; ask the user to allow it.`;
    // Clients of earlier revisions ask for what the challenge names and nothing besides: without what they hold they would
    // lose it. Those of 2026-07-28 add it themselves.
    const isLegacy = messages.some(({ era }) => era === "legacy");
    const scopes = isLegacy ? SCOPES.filter((each) => principal.scopes.has(each) || needed.includes(each)) : needed;
    const challenge = challengeHeader(publicUrl, { error: "insufficient_scope", description, scopes });
    return new Problem("forbidden", description, {
      headers: { "WWW-Authenticate": challenge },
      members: { required_scopes: needed },
    });
  };
}

const keyRefusalOf = (missing: readonly Scope[]): string =>
  `This API key does not hold ${missing.join(" and ")}. Use a key that does: owners and admins create keys in the dashboard under API keys.`;

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
