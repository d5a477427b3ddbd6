import type { Request, Response } from "express";
import type { AuthContext } from "../context.js";
import { errorPage } from "../pages/error-page.js";
import { sendPage } from "../pages/send-page.js";
import { paramsFault } from "./check-params.js";
import { cookieNames } from "./cookie-names.js";
import type { OAuth } from "./open-provider.js";
import { normaliseResources } from "./resource.js";
import { requestedScopes } from "./scopes.js";
import { sendToBrowser } from "./send-answer.js";
import { type Rate, withinRate } from "./within-rate.js";

/** They mean something beside the openid scope alone, which is not offered: clients that send them anyway are not failed. */
const OPENID_ONLY = ["acr_values", "claims", "claims_locales", "id_token_hint", "max_age", "nonce"];
/** Each leaves a row until the person has decided or time is over. One network may be a whole office. */
const BEGINNING_RATE: Rate = { name: "authorize", windowSeconds: 60, perNetwork: 300, altogether: 6_000 };
const PROMPTS = new Set(["none", "login", "consent"]);

/** Begins an authorization (RFC 6749, section 4.1.1), or goes on with it after the person has answered. */
export const authorize =
  (ctx: AuthContext, { ask }: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    const url = new URL(req.originalUrl, ctx.publicUrl);
    const isResume = req.params.uid !== undefined;
    if (!isResume && !(await withinRate(ctx, BEGINNING_RATE, req.ip))) {
      const page = errorPage({ title: "Too many requests", sentence: "Wait a minute, then connect the app again." });
      sendPage(res, { status: 429, page });
      return;
    }
    const fault = isResume ? undefined : paramsFault(url.searchParams);
    if (fault !== undefined) {
      const sentence = `The app's request is not valid (${fault}). Go back to the app and try again.`;
      sendPage(res, { status: 400, page: errorPage({ title: "This app cannot be connected", sentence }) });
      return;
    }
    const query = isResume ? "" : `?${tolerantQuery(url.searchParams, ctx.publicUrl)}`;
    const answer = await ask({
      method: "GET",
      path: `${url.pathname}${query}`,
      headers: { cookie: req.headers.cookie, accept: "text/html" },
      ip: req.ip,
    });
    sendToBrowser(res, answer, cookieNames(ctx.isSecure).session);
  };

/**
 * What clients send, as the provider wants it: a scope in any case and none that is not ours, the one resource by its one
 * name. What is wrong stays wrong, and repeated parameters stay repeated, so that the provider refuses them.
 */
function tolerantQuery(sent: URLSearchParams, publicUrl: string): URLSearchParams {
  const query = new URLSearchParams([...sent].filter(([name]) => !OPENID_ONLY.includes(name)));
  if (query.getAll("scope").length < 2) query.set("scope", requestedScopes(query.get("scope")).join(" "));
  const resources = normaliseResources(query.getAll("resource").filter(Boolean), publicUrl);
  query.delete("resource");
  for (const resource of resources) query.append("resource", resource);
  if (query.getAll("prompt").length === 1) narrowPrompt(query);
  // Codes travel in the query alone: a page that posts them would need a script.
  const mode = query.get("response_mode");
  if (mode !== null && mode !== "query") query.set("response_mode", "unsupported");
  return query;
}

function narrowPrompt(query: URLSearchParams): void {
  const known = (query.get("prompt") ?? "").split(" ").filter((word) => PROMPTS.has(word));
  if (known.length > 0) query.set("prompt", known.join(" "));
  else query.delete("prompt");
}
