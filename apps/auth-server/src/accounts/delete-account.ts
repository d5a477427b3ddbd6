import { inSystem } from "@skucast/db/database";
import { deleteUser, listSoleOwnerships, lockMemberships, type OrphanedWorkspace } from "@skucast/db/users/delete-user";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { texts } from "../language/request-language.js";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import { deleteAccountPage } from "../pages/delete-account-page.js";
import { donePage } from "../pages/done-page.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { requireFactorSession } from "../sessions/require-factor-session.js";
import { checkSessionForm, sessionFormToken } from "../sessions/require-session.js";
import { clearSessionCookie } from "../sessions/session-cookie-header.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";
import { normalizeEmail } from "./validate-account-fields.js";

const PATH = "/account/delete";

/** Shows what is deleted, the workspaces that need another owner first, and those that no one can keep afterwards. */
export async function showDeleteAccount(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  const owned = await inSystem(ctx.db, (client) => listSoleOwnerships(client, session.userId));
  answer(ctx, res, session, { owned });
}

/** Deletes the account of the signed-in person at once. A workspace is left without an owner only while it is being deleted. */
export async function deleteOwnAccount(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, PATH);
  const { userId, email, name } = session;
  const isConfirmed = normalizeEmail(readField(req, "email")) === email;
  const origin = requestOrigin(req, res);
  const outcome = await inSystem(ctx.db, async (client) => {
    await lockMemberships(client, userId);
    const owned = await listSoleOwnerships(client, userId);
    if (owned.some(isKept) || !isConfirmed) return { owned, deleted: null };
    const now = ctx.clock.now();
    const deleted = await deleteUser(client, { userId, origin, now });
    const mail = { kind: "account_deleted", name, ...mailOrigin(origin, now) } as const;
    await queueMail(ctx, client, { recipient: email, mail });
    return { owned, deleted };
  });
  if (outcome.deleted === null) {
    const errors = isConfirmed ? [] : [wrongEmail()];
    return answer(ctx, res, session, { owned: outcome.owned, errors, status: isConfirmed ? 409 : 422 });
  }
  ctx.onMailQueued();
  ctx.announce(outcome.deleted.ended);
  for (const id of outcome.deleted.workspaceIds) ctx.hint(id, "member", "audit_entry");
  ctx.logger.info({ event: "account.deleted", user_id: userId }, "account deleted");
  clearSessionCookie(ctx, res);
  const { deleted: title, deletedSentence: sentence } = texts().account;
  sendPage(res, { page: donePage({ title, sentence }) });
}

const isKept = ({ deletesAt }: OrphanedWorkspace): boolean => deletesAt === null;
const wrongEmail = (): FormError => ({ field: "email", message: texts().forms.errors.confirmEmail });

interface DeleteAnswer {
  readonly owned: readonly OrphanedWorkspace[];
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

function answer(
  ctx: PageContext,
  res: Response,
  session: CurrentSession,
  { owned, errors = [], status = 200 }: DeleteAnswer,
): void {
  const formToken = sessionFormToken(ctx, session, PATH);
  const page = deleteAccountPage({
    path: PATH,
    email: session.email,
    formToken,
    kept: owned.filter(isKept),
    leaving: owned.filter((each) => !isKept(each)),
    errors,
  });
  sendPage(res, { status, page });
}
