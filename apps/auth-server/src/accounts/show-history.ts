import { listAccountEvents } from "@skucast/db/accounts/account-events";
import type { Request, Response } from "express";
import { deviceText } from "../language/device-text.js";
import { texts } from "../language/request-language.js";
import { historyPage } from "../pages/history-page.js";
import { sendPage } from "../pages/send-page.js";
import { describeDevice } from "../sessions/describe-device.js";
import { requireSession } from "../sessions/require-session.js";
import type { PageContext } from "./page-context.js";

const SHOWN_MAX = 100;

/** Shows a person what was done with their account. */
export async function showHistory(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  const events = await listAccountEvents(ctx.db, session.userId, SHOWN_MAX);
  const entries = events.map(({ action, details, ip, userAgent, at }) => {
    const detail = textOf(details.detail);
    return {
      action,
      method: textOf(details.method),
      // The browser that was signed out.
      detail: detail !== null && action === "session_ended" ? deviceText(detail, texts()) : detail,
      device: deviceText(describeDevice(userAgent), texts()),
      ip,
      at,
    };
  });
  sendPage(res, { page: historyPage(entries, SHOWN_MAX) });
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
