import type { Resources } from "@skucast/app-kit/resources";
import { newId } from "@skucast/contracts/ids";
import type { Role } from "@skucast/contracts/roles";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import type { Database } from "@skucast/db/database";
import { databaseProblem } from "@skucast/db/database-problem";
import { openTestDb, type TestDb } from "@skucast/db/testing/open-test-db";
import { createHttpServer } from "@skucast/http-kit/http-server";
import { createProblems } from "@skucast/http-kit/problems";
import { sessionCookieName } from "@skucast/http-kit/session-cookie";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { parseAllowList } from "@skucast/targets/allow-list";
import type { ResolveName } from "@skucast/targets/resolve-name";
import { createTargetGuard } from "@skucast/targets/target-guard";
import express from "express";
import { MockAgent } from "undici";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { createAuthServer } from "../app.js";
import { authServerSettings } from "../config.js";
import { type Browser, openBrowser } from "./browser.js";

export const PUBLIC_URL = "https://skucast.example";

/** A user with a workspace, signed in with each browser opened for them. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly workspaceId: string;
  readonly sessionSecret: string;
  readonly browser: Browser;
}

/** Replicas of the authorization server on one database. Requests go to them in turn. */
export interface AuthFixture {
  readonly db: Database;
  /** Bypasses row-level security. */
  readonly superuser: TestDb["superuser"];
  /** Revoked subjects that other processes were notified of. */
  readonly announced: string[];
  /** Change hints to open pages, as `workspace kind`. */
  readonly hinted: string[];
  readonly log: readonly string[];
  /** The context of the background loops. */
  readonly accounts: AccountsContext;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A browser that is not signed in. */
  visitor(): Browser;
  createPerson(role?: Role): Promise<Person>;
  /** Adds the user to one more workspace. */
  join(person: Person, role: Role, name: string): Promise<string>;
  now(): Date;
  passTime(ms: number): void;
  close(): Promise<void>;
}

export interface AuthOptions {
  readonly replicas?: number;
  /** Like SKUCAST_ALLOW_CLIENT_TARGETS. */
  readonly allowClientTargets?: string;
  /** Like SKUCAST_ALLOW_TARGETS, which applies to targets of tenants. */
  readonly allowTargets?: string;
  readonly resolve?: ResolveName;
  readonly documentsCa?: string;
  /** Certificates of identity providers. */
  readonly providersCa?: string;
  readonly publicUrl?: string;
}

export async function openAuthFixture({
  replicas = 2,
  allowClientTargets = "",
  allowTargets = "",
  resolve,
  documentsCa,
  providersCa,
  publicUrl = PUBLIC_URL,
}: AuthOptions = {}): Promise<AuthFixture> {
  const { db, superuser, close } = await openTestDb();
  const log: string[] = [];
  const announced: string[] = [];
  const hinted: string[] = [];
  let nowMs = Date.now();
  const keys = newKeyringText();
  const logger = createLogger({
    service: "auth-test",
    level: "info",
    destination: { write: (line) => void log.push(line) },
  });
  const settings = authServerSettings.parse({
    SKUCAST_SIGN_UP: "open",
    DATABASE_URL: "postgres://unused",
    SKUCAST_ENCRYPTION_KEYS: keys,
    SKUCAST_PUBLIC_URL: publicUrl,
    SKUCAST_ALLOW_CLIENT_TARGETS: allowClientTargets,
    SKUCAST_ALLOW_TARGETS: allowTargets,
  });
  const guard = createTargetGuard({ allow: parseAllowList(allowTargets), ...(resolve && { resolve }) });
  const clock = { now: () => new Date(nowMs) };
  // This app does not use the bus and the other resources.
  const hints = { note: (workspaceId: string, kind: string) => void hinted.push(`${workspaceId} ${kind}`) };
  const resources = { db, keyring: parseKeyring(keys), guard, clock, logger, hints } as unknown as Resources;
  const announce = (subjects: readonly string[]) => void announced.push(...subjects);
  const servers = await Promise.all(
    Array.from({ length: replicas }, async () => {
      const app = createAuthServer(settings, resources, {
        announce,
        ...(resolve && { resolveDocumentHost: resolve }),
        ...(documentsCa !== undefined && { documentsCa }),
        ...(providersCa !== undefined && { providersCa }),
      });
      const origin = createHttpServer({
        mounts: app.mounts,
        ops: express.Router(),
        host: "127.0.0.1",
        port: 0,
        logger,
        trustProxy: 1,
        problems: createProblems({ errorDocsUrl: `${PUBLIC_URL}/errors`, logger, translate: databaseProblem }),
        metrics: createMetrics({ service: "auth-test" }),
      });
      await app.start();
      await origin.start();
      return { app, origin };
    }),
  );
  let turn = 0;
  const nextOrigin = () => {
    turn += 1;
    return `http://127.0.0.1:${servers[turn % servers.length]?.origin.port}`;
  };
  return {
    db,
    superuser,
    announced,
    hinted,
    log,
    accounts: {
      db,
      keyring: resources.keyring,
      clock,
      logger,
      publicUrl,
      announce,
      hint: (workspaceId, ...kinds) => {
        for (const kind of kinds) hints.note(workspaceId, kind);
      },
      isSecure: publicUrl.startsWith("https:"),
      signUp: settings.SKUCAST_SIGN_UP,
      mails: "sent",
      providers: new MockAgent(),
      domainProofs: { txt: async () => [], certainTxt: async () => [], file: async () => null },
      onMailQueued: () => {},
    },
    request: (path, init) =>
      fetch(`${nextOrigin()}${path}`, { redirect: "manual", signal: AbortSignal.timeout(120_000), ...init }),
    visitor: () => openBrowser(nextOrigin),
    createPerson: async (role = "owner") => {
      const userId = newId("usr");
      const sessionSecret = newToken("ss");
      const email = `${userId}@example.com`;
      await db.system.query("INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Ada', '')", [
        userId,
        email,
      ]);
      const workspaceId = await addWorkspace(db, userId, role, "Lamps");
      await db.system.query(
        `INSERT INTO sessions (id, secret_hash, user_id, current_workspace_id, created_at, last_used_at, expires_at, authenticated_at)
         VALUES ($1, $2, $3, $4, now(), now(), now() + interval '400 days', $5)`,
        [newId("ses"), hashToken(sessionSecret), userId, workspaceId, clock.now()],
      );
      const browser = openBrowser(nextOrigin);
      browser.cookies.set(sessionCookieName(publicUrl.startsWith("https:")), sessionSecret);
      return { userId, email, workspaceId, sessionSecret, browser };
    },
    join: ({ userId }, role, name) => addWorkspace(db, userId, role, name),
    now: () => new Date(nowMs),
    passTime: (ms) => {
      nowMs += ms;
    },
    close: async () => {
      for (const { app, origin } of servers) {
        await origin.stop();
        await app.stop();
      }
      await close();
    },
  };
}

async function addWorkspace(db: Database, userId: string, role: Role, name: string): Promise<string> {
  const id = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, $2)", [id, name]);
  await db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", [
    id,
    userId,
    role,
  ]);
  return id;
}
