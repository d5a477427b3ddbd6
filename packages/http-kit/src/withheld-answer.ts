import type { Route } from "@skucast/contracts/define-route";
import type { Principal } from "@skucast/contracts/principal";
import type { Permission } from "@skucast/contracts/scopes";
import { type Answer, discardAnswer } from "./answer.js";

/**
 * The scope that a caller needs to get the stored resource in the response of a write; null for routes whose response has
 * nothing that the caller did not just send or cause. An empty PATCH would otherwise be a read without permission to read.
 */
export function scopeOfAnswer({ method, scope, returnsStored }: Route): Permission | null {
  if (!scope?.endsWith(":write")) return null;
  const returns = method === "PATCH" || method === "PUT" || returnsStored === true;
  return returns ? (scope.replace(/:write$/, ":read") as Permission) : null;
}

/** Done, or accepted. */
const WITHHELD: ReadonlySet<number> = new Set([200, 202]);

/** The answer, or, if its caller may not read what it shows, 204 with the entity tag alone. A created resource is shown. */
export function withheldAnswer(route: Route, principal: Principal | null, answer: Answer): Answer {
  const scope = scopeOfAnswer(route);
  if (!WITHHELD.has(answer.status) || scope === null || principal === null || principal.scopes.has(scope))
    return answer;
  discardAnswer(answer);
  const { "Content-Type": _type, ...headers } = answer.headers;
  return { status: 204, headers, body: null };
}
