import { Problem } from "@skucast/contracts/problem";
import type { Request, Response, Router } from "express";
import { readForm } from "../forms/read-form.js";
import { texts } from "../language/request-language.js";
import type { PageContext } from "./page-context.js";

/** Handles a request for a page, or a submitted form. */
export type PageHandler = (ctx: PageContext, req: Request, res: Response) => Promise<void>;

export interface PageHandlers {
  readonly get: PageHandler;
  readonly post?: PageHandler;
}

/**
 * Serves one path: its page, its form, and 405 for every other method. Logs and metrics use the path as the route name.
 */
export function servePage(router: Router, ctx: PageContext, path: string, { get, post }: PageHandlers): void {
  const template = path.replace(/:(\w+)/g, "{$1}");
  router.use(path, (req, res, next) => {
    if (req.path === "/") res.locals.routeTemplate = template;
    next();
  });
  router.get(path, (req, res) => get(ctx, req, res));
  if (post !== undefined) router.post(path, readForm(), (req, res) => post(ctx, req, res));
  const methods = post === undefined ? "GET, HEAD" : "GET, HEAD, POST";
  router.all(path, () => {
    throw new Problem("method_not_allowed", texts().problems.methods(methods), { headers: { Allow: methods } });
  });
}
