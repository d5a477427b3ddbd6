import { exportUser } from "@skucast/db/users/export-user";
import type { Request, Response } from "express";
import { requireFactorSessionIfAny } from "../sessions/require-factor-session.js";
import { requireRecentSession } from "../sessions/require-recent-session.js";
import { checkSessionForm } from "../sessions/require-session.js";
import type { PageContext } from "./page-context.js";

const PATH = "/account/data";

/** Sends what is stored about the signed-in person as a JSON file, after a proof with the second factor if there is one. */
export async function downloadOwnData(ctx: PageContext, req: Request, res: Response): Promise<void> {
  if ((await requireRecentSession(ctx, req, res)) === null) return;
  const session = await requireFactorSessionIfAny(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, PATH);
  const exported = { exported_at: ctx.clock.now().toISOString(), ...(await exportUser(ctx.db, session.userId)) };
  ctx.logger.info({ event: "account.exported", user_id: session.userId }, "data of an account downloaded");
  res.setHeader("Content-Disposition", 'attachment; filename="account.json"');
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.type("application/json").send(`${JSON.stringify(exported, null, 2)}\n`);
}
