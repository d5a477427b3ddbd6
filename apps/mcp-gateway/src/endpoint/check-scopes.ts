import { UriTemplate } from "@modelcontextprotocol/server";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { roleDeniedMessage, SCOPES, type Scope } from "@skucast/contracts/scopes";
import type { Surface } from "../surface.js";
import { challengeHeader } from "./challenge.js";
import type { Message } from "./read-message.js";

/**
 * Checks, before anything runs, whether a token lacks a scope for the called tools or read resources. The error of an
 * app requests all scopes that they need, unless the user's role does not allow one: then no one could grant it. API
 * keys cannot gain scopes, so their error requests none.
 */
export function createScopeCheck(publicUrl: string, surface: Pick<Surface, "tools" | "resources">) {
  const scopesOf = scopesOfMessages(surface);
  const ofAll = new Set(surface.tools.filter(({ wholeWorkspaceOnly }) => wholeWorkspaceOnly).map(({ name }) => name));
  const concernsAll = ({ toolName }: Message): boolean => toolName !== null && ofAll.has(toolName);
  return function findScopeProblem(principal: Principal, messages: readonly Message[]): Problem | null {
    if (principal.kind === "api_key" && principal.channelIds !== undefined && messages.some(concernsAll))
      return new Problem("forbidden", "This API key is limited to channels, and this tool reads the whole workspace.");
    const needed: Scope[] = [...new Set(messages.flatMap(scopesOf))];
    const missing = needed.filter((scope) => !principal.scopes.has(scope));
    if (missing.length === 0) return null;
    if (principal.kind !== "oauth") return new Problem("forbidden", keyScopeMessage(missing));
    const blockedByRole = missing.filter((scope) => !principal.allowedByRole.has(scope));
    if (blockedByRole.length > 0) return new Problem("forbidden", roleDeniedMessage(blockedByRole));
    const description = `This connection lacks ${missing.join(" and ")}. Ask the user to allow it.`;
    // Clients of earlier revisions request exactly the scopes of the challenge, so it must include the current ones or
    // they would lose them. Clients of 2026-07-28 add them themselves.
    const isLegacy = messages.some(({ era }) => era === "legacy");
    const scopes = isLegacy ? SCOPES.filter((each) => principal.scopes.has(each) || needed.includes(each)) : needed;
    const challenge = challengeHeader(publicUrl, { error: "insufficient_scope", description, scopes });
    return new Problem("forbidden", description, {
      headers: { "WWW-Authenticate": challenge },
      members: { required_scopes: needed },
    });
  };
}

const keyScopeMessage = (missing: readonly Scope[]): string =>
  `This API key lacks ${missing.join(" and ")}. Use a key with these scopes; owners and admins create keys in the dashboard under API keys.`;

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

/** As the SDK parses it: schemes are case-insensitive (RFC 3986, section 3.1). */
const normalized = (uri: string): string => (URL.canParse(uri) ? new URL(uri).href : uri);
