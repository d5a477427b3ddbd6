import type { Request, Response } from "express";
import type { AuthContext } from "../context.js";
import { texts } from "../language/request-language.js";
import { errorPage } from "../pages/error-page.js";
import { sendPage } from "../pages/send-page.js";
import { cookieNames } from "./cookie-names.js";
import type { OAuth } from "./create-oauth.js";
import { normalizeResources } from "./resource.js";
import { requestedScopes } from "./scopes.js";
import { sendToBrowser } from "./send-response.js";
import { paramsError } from "./validate-params.js";
import { type Rate, withinRate } from "./within-rate.js";

/**
 * Parameters that have a meaning only with the openid scope, which is not offered. Some clients send them anyway, so
 * they are removed instead of rejected.
 */
const OPENID_ONLY = ["acr_values", "claims", "claims_locales", "id_token_hint", "max_age", "nonce"];
/** Each authorization stores a row until the user decides or it expires. One network may be a whole office. */
const AUTHORIZE_RATE: Rate = { name: "authorize", windowSeconds: 60, perNetwork: 300, overall: 6_000 };
const PROMPTS = new Set(["none", "login", "consent"]);

/** Starts an authorization (RFC 6749, section 4.1.1), or resumes it after the user's decision. */
export const authorize =
  (ctx: AuthContext, { callProvider }: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    const url = new URL(req.originalUrl, ctx.publicUrl);
    const isResume = req.params.uid !== undefined;
    if (!isResume && !(await withinRate(ctx, AUTHORIZE_RATE, req.ip))) {
      const page = errorPage({ title: texts().connect.manyRequests, sentence: texts().connect.manyRequestsSentence });
      sendPage(res, { status: 429, page });
      return;
    }
    const fault = isResume ? undefined : paramsError(url.searchParams);
    if (fault !== undefined) {
      const sentence = texts().connect.invalidRequest(fault);
      sendPage(res, { status: 400, page: errorPage({ title: texts().connect.impossible, sentence }) });
      return;
    }
    const query = isResume ? "" : `?${normalizedQuery(url.searchParams, ctx.publicUrl)}`;
    const answer = await callProvider({
      method: "GET",
      path: `${url.pathname}${query}`,
      headers: { cookie: req.headers.cookie, accept: "text/html" },
      ip: req.ip,
    });
    sendToBrowser(res, answer, cookieNames(ctx.isSecure).session);
  };

/**
 * Normalizes the query for the provider: keeps only known scopes and prompts, and the canonical name of the resource.
 * Invalid and repeated parameters stay, so that the provider rejects them.
 */
function normalizedQuery(sent: URLSearchParams, publicUrl: string): URLSearchParams {
  const query = new URLSearchParams([...sent].filter(([name]) => !OPENID_ONLY.includes(name)));
  if (query.getAll("scope").length < 2) query.set("scope", requestedScopes(query.get("scope")).join(" "));
  const resources = normalizeResources(query.getAll("resource").filter(Boolean), publicUrl);
  query.delete("resource");
  for (const resource of resources) query.append("resource", resource);
  if (query.getAll("prompt").length === 1) narrowPrompt(query);
  // Codes are returned only in the query: a page that posts them would need a script.
  const mode = query.get("response_mode");
  if (mode !== null && mode !== "query") query.set("response_mode", "unsupported");
  return query;
}

function narrowPrompt(query: URLSearchParams): void {
  const known = (query.get("prompt") ?? "").split(" ").filter((word) => PROMPTS.has(word));
  if (known.length > 0) query.set("prompt", known.join(" "));
  else query.delete("prompt");
}
