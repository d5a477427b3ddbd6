import { Problem } from "@skucast/contracts/problem";
import { findKeptMail, listKeptMails } from "@skucast/db/mails/list-kept-mails";
import type { RenderedMail } from "@skucast/mail/rendered-mail";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { texts } from "../language/request-language.js";
import { keptMailPage, outboxPage } from "../pages/outbox-page.js";
import { sendPage } from "../pages/send-page.js";
import { openMail } from "./open-mail.js";
import { previewHtml } from "./preview-html.js";
import { renderMail } from "./render-mail.js";

/** Lists the mails that a deployment without a mail server keeps, so that every flow can be tried. */
export async function showOutbox(ctx: PageContext, req: Request, res: Response): Promise<void> {
  assertShown(ctx, req);
  const mails = (await listKeptMails(ctx.db)).map((mail) => ({
    id: mail.id,
    recipient: mail.recipient,
    at: mail.createdAt,
    subject: renderMail(openMail(ctx.keyring, mail), ctx.publicUrl).subject,
  }));
  sendPage(res, { page: outboxPage(mails) });
}

/** Shows one mail as text, with its link. */
export async function showKeptMail(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const { recipient, id, ...mail } = await requireKept(ctx, req);
  sendPage(res, { page: keptMailPage({ id, recipient, ...mail, publicUrl: ctx.publicUrl }) });
}

/** The HTML of a mail as its recipient gets it, without scripts and external resources. */
export async function showKeptHtml(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const { html } = await requireKept(ctx, req);
  const sources = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  res.setHeader("Content-Security-Policy", `${sources}; frame-ancestors 'none'`);
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Referrer-Policy", "same-origin");
  res.type("text/html").send(previewHtml(html));
}

async function requireKept(
  ctx: PageContext,
  req: Request,
): Promise<RenderedMail & { readonly id: string; readonly recipient: string }> {
  assertShown(ctx, req);
  const mail = await findKeptMail(ctx.db, String(req.params.mail));
  if (mail === null) throw new Problem("not_found", texts().problems.noMail);
  return { id: mail.id, recipient: mail.recipient, ...renderMail(openMail(ctx.keyring, mail), ctx.publicUrl) };
}

/**
 * Throws 404 unless the deployment shows its mails. The host is compared, so that no other site can read them under a
 * name of its own that leads to this machine (DNS rebinding).
 */
function assertShown({ mails, publicUrl }: PageContext, req: Request): void {
  if (mails === "shown" && req.headers.host === new URL(publicUrl).host) return;
  throw new Problem("not_found", texts().problems.noPage);
}
