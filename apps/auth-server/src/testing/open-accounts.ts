import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { createPasswordHasherPool, type PasswordHasherPool } from "@skucast/credentials/password-hasher-pool";
import type { Database } from "@skucast/db/database";
import { databaseProblem } from "@skucast/db/database-problem";
import { openTestDb } from "@skucast/db/testing/open-test-db";
import { createHttpServer } from "@skucast/http-kit/http-server";
import { createProblems } from "@skucast/http-kit/problems";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import express from "express";
import { MockAgent } from "undici";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { accountsRouter } from "../accounts/router.js";
import { openMail } from "../mails/open-mail.js";
import { type Browser, openBrowser } from "./browser.js";
import { dumpDatabase } from "./dump-database.js";
import { signUpWithForms } from "./sign-up-with-forms.js";

/** The account pages behind a real HTTP server. The clock is fixed and moves by 1 ms at each sign-in. */
export interface AccountsFixture {
  readonly ctx: AccountsContext;
  readonly db: Database;
  /** All stored data as text, to search for secrets that must not be there. */
  dump(): Promise<string>;
  /** The audit log of a workspace, oldest first. */
  auditOf(workspaceId: string): Promise<Record<string, unknown>[]>;
  /** Revoked subjects that other processes were notified of. */
  readonly announced: string[];
  /** Change hints to open pages, as `workspace kind`. */
  readonly hinted: string[];
  /** The mails that were queued for an address, the oldest first, without those that are never sent. */
  mailsTo(recipient: string): Promise<AccountMail[]>;
  /** Log lines so far. */
  readonly log: readonly string[];
  /** The hashes that passwords were compared with; null if there was no account. */
  readonly verifiedHashes: readonly (string | null)[];
  readonly password: string;
  browser(): Browser;
  /** Creates an account with its own workspace in a new browser, with the mailed link. */
  signUp(email: string, name?: string): Promise<Browser>;
  /** The same in a deployment without a mail server, so that the address is not confirmed. */
  signUpUnconfirmed(email: string, name?: string): Promise<Browser>;
  /** The path of the newest sign-up link that was mailed to an address. */
  signUpLinkTo(email: string): Promise<string>;
  signIn(browser: Browser, email: string, password?: string, returnTo?: string): ReturnType<Browser["get"]>;
  passTime(ms: number): void;
  close(): Promise<void>;
}

/** The public URL. Pages use it, no matter at which address the test reaches them. */
export const PUBLIC_URL = "https://skucast.example";

export async function openAccountsFixture(
  more: Partial<Pick<AccountsContext, "signUp" | "publicUrl" | "isSecure" | "mails">> = {},
): Promise<AccountsFixture> {
  const { db, superuser, close } = await openTestDb();
  const log: string[] = [];
  const announced: string[] = [];
  const hinted: string[] = [];
  // The start of an hour, so that no attempt window ends during a test.
  let nowMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const logger = createLogger({
    service: "accounts-test",
    level: "info",
    destination: { write: (line) => void log.push(line) },
  });
  const ctx: AccountsContext = {
    db,
    keyring: parseKeyring(newKeyringText()),
    logger,
    clock: { now: () => new Date(nowMs) },
    publicUrl: PUBLIC_URL,
    isSecure: true,
    signUp: "open" as const,
    mails: "sent",
    providers: new MockAgent(),
    domainProofs: { txt: async () => [], certainTxt: async () => [], file: async () => null },
    onMailQueued: () => {},
    announce: (subjects) => void announced.push(...subjects),
    hint: (workspaceId, ...kinds) => void hinted.push(...kinds.map((kind) => `${workspaceId} ${kind}`)),
    ...more,
  };
  const verifiedHashes: (string | null)[] = [];
  const startServer = async (context: AccountsContext) => {
    const server = createHttpServer({
      mounts: [{ path: "/", router: accountsRouter(context, inexpensivePool(verifiedHashes)) }],
      ops: express.Router(),
      problems: createProblems({ errorDocsUrl: `${PUBLIC_URL}/errors`, logger, translate: databaseProblem }),
      host: "127.0.0.1",
      port: 0,
      logger,
      metrics: createMetrics({ service: "accounts-test" }),
      trustProxy: 1,
    });
    await server.start();
    return server;
  };
  const server = await startServer(ctx);
  const withoutMail = await startServer({ ...ctx, mails: "none" });
  const originOf = ({ port }: typeof server) => `http://127.0.0.1:${port}`;
  const browser = () => openBrowser(originOf(server));
  const password = "seven blue lamps";
  const mailsTo: AccountsFixture["mailsTo"] = async (recipient) => {
    const { rows } = await db.system.query<{ id: string; sealed: Buffer; recipientLanguage: null }>(
      "SELECT id, sealed, NULL AS \"recipientLanguage\" FROM account_mails WHERE recipient = $1 AND status <> 'void' ORDER BY created_at, id",
      [recipient],
    );
    return rows.map((row) => openMail(ctx.keyring, row).mail);
  };
  const signUpLinkTo = async (email: string): Promise<string> => {
    const mail = (await mailsTo(email)).findLast(({ kind }) => kind === "sign_up");
    if (mail?.kind !== "sign_up") throw new Error(`no sign-up link was mailed to ${email}`);
    return mail.path;
  };
  const signUp: AccountsFixture["signUp"] = async (email, name = "Ada Example") => {
    const fresh = browser();
    nowMs += 1;
    const answer = await signUpWithForms(fresh, { email, name, password, linkOf: () => signUpLinkTo(email) });
    if (answer.status !== 303) throw new Error(`signing up answered ${answer.status}: ${answer.text}`);
    return fresh;
  };
  const signUpUnconfirmed: AccountsFixture["signUp"] = async (email, name = "Ada Example") => {
    let current = withoutMail;
    const fresh = openBrowser(() => originOf(current));
    nowMs += 1;
    const fields = { name, email, password, workspace: "Lamps" };
    const answer = await fresh.fill("/sign-up", { action: "/sign-up", fields });
    if (answer.status !== 303) throw new Error(`signing up answered ${answer.status}: ${answer.text}`);
    current = server;
    return fresh;
  };
  return {
    ctx,
    db,
    announced,
    hinted,
    log,
    verifiedHashes,
    password,
    browser,
    mailsTo,
    signUpLinkTo,
    dump: () => dumpDatabase(superuser),
    auditOf: async (workspaceId) =>
      (await superuser.query("SELECT * FROM audit_entries WHERE workspace_id = $1 ORDER BY id", [workspaceId])).rows,
    signUp: ctx.mails === "none" ? signUpUnconfirmed : signUp,
    signUpUnconfirmed,
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
      await withoutMail.stop();
      await close();
    },
  };
}

/** Hashes with the minimum cost of argon2id. The cost itself is tested with the password hashing. */
function inexpensivePool(verifiedHashes: (string | null)[]): PasswordHasherPool {
  const pool = createPasswordHasherPool({ cost: { memoryKib: 8, passes: 1, lanes: 1 } });
  return {
    ...pool,
    verify: (password, phc) => {
      verifiedHashes.push(phc);
      return pool.verify(password, phc);
    },
  };
}
