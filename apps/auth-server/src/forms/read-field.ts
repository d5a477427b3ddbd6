import type { Request } from "express";

/** A field of the submitted form, unchanged. Empty if it is missing or was sent more than once. */
export function readField(req: Request, name: string): string {
  const value: unknown = req.body?.[name];
  return typeof value === "string" ? value : "";
}
