import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import { inSystem } from "@skucast/db/database";
import { countOwnedWorkspaces, foundWorkspace } from "@skucast/db/memberships/found-workspace";
import { switchWorkspace } from "@skucast/db/sessions/switch-workspace";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-to.js";
import type { FormFault } from "../pages/form-parts.js";
import { newWorkspacePage } from "../pages/new-workspace-page.js";
import { sendPage } from "../pages/send-page.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { checkSessionForm, requireSession, sessionFormToken } from "../sessions/require-session.js";
import { actOrigin } from "./act-origin.js";
import { nameFault } from "./check-person.js";
import type { Desk } from "./desk.js";

const NEW_PATH = "/account/workspaces/new";
/** Workspaces that one person may own. */
const OWNED_MAX = 20;

/** Lets the browser's session work in another workspace of the person. */
export async function switchOwnWorkspace(ctx: Desk, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/workspaces/switch");
  if (!(await switchWorkspace(ctx.db, session.id, readField(req, "workspace")))) {
    throw new Problem("not_found", "You are not a member of that workspace.");
  }
  ctx.announce([session.id]);
  res.redirect(303, "/account?done=switched");
}

export async function showNewWorkspace(ctx: Desk, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  answer(ctx, res, session, { returnTo: safeReturnTo(req.query.return_to, ctx.publicUrl) });
}

/** Makes a workspace that belongs to the person, and lets the session work in it. */
export async function createOwnWorkspace(ctx: Desk, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, NEW_PATH);
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const name = readField(req, "workspace");
  const message = nameFault(name, "a name for the workspace");
  if (message !== null) {
    return answer(ctx, res, session, { returnTo, name, faults: [{ field: "workspace", message }], status: 422 });
  }
  const id = await found(ctx, session, { name: name.trim(), origin: actOrigin(req, res) });
  if (id === null) return answer(ctx, res, session, { returnTo, name, faults: [TOO_MANY], status: 409 });
  await switchWorkspace(ctx.db, session.id, id);
  ctx.announce([session.id]);
  res.redirect(303, returnTo ?? "/account?done=created");
}

const TOO_MANY: FormFault = { message: `You own ${OWNED_MAX} workspaces, which is as many as one person may.` };

function found(
  { db, clock }: Desk,
  { userId }: CurrentSession,
  { name, origin }: { readonly name: string; readonly origin: ReturnType<typeof actOrigin> },
): Promise<string | null> {
  const now = clock.now();
  return inSystem(db, async (client) => {
    if ((await countOwnedWorkspaces(client, userId)) >= OWNED_MAX) return null;
    const id = newId("ws", now.getTime());
    await foundWorkspace(client, { id, name, ownerId: userId, origin, now });
    return id;
  });
}

interface NewWorkspaceAnswer {
  readonly returnTo: string | null;
  readonly name?: string;
  readonly faults?: readonly FormFault[];
  readonly status?: number;
}

function answer(
  ctx: Desk,
  res: Response,
  session: CurrentSession,
  { status = 200, ...model }: NewWorkspaceAnswer,
): void {
  const formToken = sessionFormToken(ctx, session, NEW_PATH);
  sendPage(res, { status, keepsOpener: true, page: newWorkspacePage({ ...model, formToken }) });
}
