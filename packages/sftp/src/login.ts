import { z } from "zod";
import type { SftpAuth } from "./sftp-target.js";

const loginSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("password"), password: z.string() }),
  z.object({ type: z.literal("public_key"), private_key: z.string(), password: z.string().optional() }),
]);

/** Parses the decrypted login, and the one with the next key, if there is one. */
export function parseLogin(text: string, nextText: string | null): SftpAuth {
  const login = loginSchema.parse(JSON.parse(text));
  if (login.type === "password" || nextText === null) return login;
  const next = loginSchema.parse(JSON.parse(nextText));
  return next.type === "public_key" ? { ...login, next_private_key: next.private_key } : login;
}

/** Whether legacy algorithms are still offered: up to and including the given day, in UTC. */
export const isLegacyAllowed = (until: string | null, now: Date): boolean =>
  until !== null && now.toISOString().slice(0, 10) <= until;
