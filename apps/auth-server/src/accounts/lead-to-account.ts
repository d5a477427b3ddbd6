import type { Request, Response } from "express";
import type { Desk } from "./desk.js";

/** Where someone opens the address of a form that stands on the page of the account: by going back, or reloading. */
export async function leadToAccount(_ctx: Desk, _req: Request, res: Response): Promise<void> {
  res.redirect(303, "/account");
}
