import { errorChain, isDatabaseUnavailable } from "@skucast/db/unavailable";

/** Why the database of DATABASE_URL cannot be used, and what to do about it. */
export interface DatabaseTrouble {
  readonly text: string;
  readonly fix: string;
}

/** By SQLSTATE or system error code: what is wrong, before the error's own message, and how to fix it. */
const KNOWN: Readonly<Record<string, DatabaseTrouble>> = {
  "28P01": {
    text: "PostgreSQL rejected the login of DATABASE_URL",
    fix: "correct the user and password in DATABASE_URL",
  },
  "28000": {
    text: "PostgreSQL rejected the login of DATABASE_URL",
    fix: "correct the user in DATABASE_URL, or pg_hba.conf of the server",
  },
  "3D000": { text: "there is no such database", fix: "create it, or correct the name in DATABASE_URL" },
  "53300": {
    text: "PostgreSQL has no free connection",
    fix: "raise max_connections, or use PgBouncer (docs/operations.md, Connections)",
  },
  "53100": { text: "the disk of PostgreSQL is full", fix: "free some space on it; everything continues by itself" },
  ENOTFOUND: { text: "the host in DATABASE_URL has no address", fix: "correct the host in DATABASE_URL, or the DNS" },
  EAI_AGAIN: { text: "the DNS does not answer", fix: "check the network and /etc/resolv.conf of this machine" },
};

const UNREACHABLE: DatabaseTrouble = {
  text: "PostgreSQL cannot be reached",
  fix: "start it, correct host and port in DATABASE_URL, or let the network pass; the apps connect again by themselves",
};

/** Explains an error of the database. Undefined for any other error. */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  for (const { code, message } of errorChain(error)) {
    const known = KNOWN[code];
    if (known) return { text: `${known.text}: ${message}`, fix: known.fix };
  }
  if (!isDatabaseUnavailable(error)) return undefined;
  const message = errorChain(error).findLast(({ message: own }) => own !== "")?.message ?? "no reason given";
  return { text: `${UNREACHABLE.text}: ${message}`, fix: UNREACHABLE.fix };
}
