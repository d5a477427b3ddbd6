import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { openPasswordDesk, type PasswordDesk } from "@skucast/credentials/password-desk";
import type { Database } from "@skucast/db/database";
import { databaseProblem } from "@skucast/db/database-problem";
import { openTestDb } from "@skucast/db/testing/open-test-db";
import { createHttpServer } from "@skucast/http-kit/http-server";
import { createProblems } from "@skucast/http-kit/problems";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import express from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { accountsRouter } from "../accounts/router.js";
import { type Browser, openBrowser } from "./browser.js";
import { dumpDatabase } from "./dump-database.js";

/** The pages of people behind a real origin on a free port, with a clock that stands but for a millisecond at each sign-in. */
export interface TestAccounts {
  readonly ctx: AccountsContext;
  readonly db: Database;
  /** Everything that is stored, as text: for finding what must not be. */
  dump(): Promise<string>;
  /** The audit log of a workspace, oldest first. */
  auditOf(workspaceId: string): Promise<Record<string, unknown>[]>;
  /** Subjects that other processes were told of. */
  readonly announced: string[];
  /** What open pages were told of, as `workspace kind`. */
  readonly hinted: string[];
  /** Lines of the log so far. */
  readonly log: readonly string[];
  /** The hashes that passwords were compared with; null where there was no account. */
  readonly verifiedHashes: readonly (string | null)[];
  readonly password: string;
  browser(): Browser;
  /** Opens an account with a workspace of its own in a new browser. */
  signUp(email: string, name?: string): Promise<Browser>;
  signIn(browser: Browser, email: string, password?: string, returnTo?: string): ReturnType<Browser["get"]>;
  passTime(ms: number): void;
  close(): Promise<void>;
}

/** The public address: pages believe it, whatever address a test reaches them at. */
export const PUBLIC_URL = "https://skucast.example";

export async function openAccounts(
  more: Partial<Pick<AccountsContext, "signUp" | "publicUrl" | "isSecure">> = {},
): Promise<TestAccounts> {
  const { db, superuser, close } = await openTestDb();
  const log: string[] = [];
  const announced: string[] = [];
  const hinted: string[] = [];
  // The start of an hour, so that no window of attempts ends by itself in the middle of a test.
  let nowMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const logger = createLogger({
    service: "accounts-test",
    level: "info",
    destination: { write: (line) => void log.push(line) },
  });
  const ctx: AccountsContext = {
    ...{ db, keyring: parseKeyring(newKeyringText()), logger, clock: { now: () => new Date(nowMs) } },
    ...{ publicUrl: PUBLIC_URL, isSecure: true, signUp: "open" as const },
    announce: (subjects) => void announced.push(...subjects),
    hint: (workspaceId, ...kinds) => void hinted.push(...kinds.map((kind) => `${workspaceId} ${kind}`)),
    ...more,
  };
  const verifiedHashes: (string | null)[] = [];
  const server = createHttpServer({
    mounts: [{ path: "/", router: accountsRouter(ctx, inexpensiveDesk(verifiedHashes)) }],
    ops: express.Router(),
    problems: createProblems({ errorDocsUrl: `${PUBLIC_URL}/errors`, logger, translate: databaseProblem }),
    ...{ host: "127.0.0.1", port: 0, logger, metrics: createMetrics({ service: "accounts-test" }), trustProxy: 1 },
  });
  await server.start();
  const browser = () => openBrowser(`http://127.0.0.1:${server.port}`);
  const password = "seven blue lamps";
  return {
    ...{ ctx, db, announced, hinted, log, verifiedHashes, password, browser },
    dump: () => dumpDatabase(superuser),
    auditOf: async (workspaceId) =>
      (await superuser.query("SELECT * FROM audit_entries WHERE workspace_id = $1 ORDER BY id", [workspaceId])).rows,
    signUp: async (email, name = "Ada Example") => {
      const fresh = browser();
      nowMs += 1;
      const fields = { name, email, password, workspace: "Lamps" };
      const answer = await fresh.fill("/sign-up", { action: "/sign-up", fields });
      if (answer.status !== 303) throw new Error(`signing up answered ${answer.status}: ${answer.text}`);
      return fresh;
    },
    signIn: (who, email, secret = password, returnTo = "") => {
      nowMs += 1;
      const fields = { email, password: secret };
      return who.fill(`/sign-in?return_to=${encodeURIComponent(returnTo)}`, { action: "/sign-in", fields });
    },
    passTime: (ms) => {
      nowMs += ms;
    },
    close: async () => {
      await server.stop();
      await close();
    },
  };
}

/** Hashes with the least work that argon2id allows: that real hashes cost enough is for the tests of the hashing itself. */
function inexpensiveDesk(verifiedHashes: (string | null)[]): PasswordDesk {
  const desk = openPasswordDesk({ cost: { memoryKib: 8, passes: 1, lanes: 1 } });
  return {
    ...desk,
    verify: (password, phc) => {
      verifiedHashes.push(phc);
      return desk.verify(password, phc);
    },
  };
}
