import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import { inSystem } from "@skucast/db/database";
import { countOwnedWorkspaces, createWorkspaceWithOwner } from "@skucast/db/memberships/create-workspace-with-owner";
import { switchWorkspace } from "@skucast/db/sessions/switch-workspace";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import { newWorkspacePage } from "../pages/new-workspace-page.js";
import { sendPage } from "../pages/send-page.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { checkSessionForm, requireSession, sessionFormToken } from "../sessions/require-session.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";
import { nameError } from "./validate-account-fields.js";

const NEW_PATH = "/account/workspaces/new";
/** Workspaces that one user may own. */
const OWNED_MAX = 20;

/** Switches the session to another workspace of the user. */
export async function switchOwnWorkspace(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/workspaces/switch");
  if (!(await switchWorkspace(ctx.db, session.id, readField(req, "workspace")))) {
    throw new Problem("not_found", texts().problems.notMember);
  }
  ctx.announce([session.id]);
  res.redirect(303, "/account?done=switched");
}

export async function showNewWorkspace(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  answer(ctx, res, session, { returnTo: safeReturnTo(req.query.return_to, ctx.publicUrl) });
}

/** Creates a workspace owned by the user, and switches the session to it. */
export async function createOwnWorkspace(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, NEW_PATH);
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const name = readField(req, "workspace");
  const message = nameError(name, "workspace");
  if (message !== null) {
    return answer(ctx, res, session, { returnTo, name, errors: [{ field: "workspace", message }], status: 422 });
  }
  const id = await createWithinLimit(ctx, session, { name: name.trim(), origin: requestOrigin(req, res) });
  if (id === null) return answer(ctx, res, session, { returnTo, name, errors: [tooManyWorkspaces()], status: 409 });
  await switchWorkspace(ctx.db, session.id, id);
  ctx.announce([session.id]);
  res.redirect(303, returnTo ?? "/account?done=created");
}

const tooManyWorkspaces = (): FormError => ({ message: texts().forms.errors.manyWorkspaces(OWNED_MAX) });

function createWithinLimit(
  { db, clock }: PageContext,
  { userId }: CurrentSession,
  { name, origin }: { readonly name: string; readonly origin: ReturnType<typeof requestOrigin> },
): Promise<string | null> {
  const now = clock.now();
  return inSystem(db, async (client) => {
    if ((await countOwnedWorkspaces(client, userId)) >= OWNED_MAX) return null;
    const id = newId("ws", now.getTime());
    await createWorkspaceWithOwner(client, { id, name, ownerId: userId, origin, now });
    return id;
  });
}

interface NewWorkspaceAnswer {
  readonly returnTo: string | null;
  readonly name?: string;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

function answer(
  ctx: PageContext,
  res: Response,
  session: CurrentSession,
  { status = 200, ...model }: NewWorkspaceAnswer,
): void {
  const formToken = sessionFormToken(ctx, session, NEW_PATH);
  sendPage(res, { status, keepsOpener: true, page: newWorkspacePage({ ...model, formToken }) });
}
