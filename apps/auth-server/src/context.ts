import { errorDocsUrlOf, publicUrlOf } from "@skucast/app-kit/open-origin";
import type { Resources } from "@skucast/app-kit/resources";
import { databaseProblem } from "@skucast/db/database-problem";
import { createProblems, type Problems } from "@skucast/http-kit/problems";
import { parseAllowList } from "@skucast/targets/allow-list";
import type { ResolveName } from "@skucast/targets/resolve-name";
import { createTargetGuard } from "@skucast/targets/target-guard";
import type { Dispatcher } from "undici";
import type { AccountsContext } from "./accounts/accounts-context.js";
import { openAgent } from "./clients/open-agent.js";
import type { AuthServerSettings } from "./config.js";

/** Everything that sign-in and OAuth touch. */
export interface AuthContext extends AccountsContext {
  /** Whether browsers reach the origin over TLS: cookies are then Secure and named with a prefix. */
  readonly isSecure: boolean;
  readonly problems: Problems;
  /** Fetches documents of clients, only from where their own target guard lets it. */
  readonly documents: Dispatcher;
}

/** What a process or a test puts in place of the ordinary. */
export interface AuthServerOptions {
  /** Tells every process that these subjects were revoked; called after the commit. Never throws. */
  readonly announce?: (subjects: readonly string[]) => void;
  /** Replaces DNS for the hosts of clients' documents. */
  readonly resolveDocumentHost?: ResolveName;
  /** Certificates (PEM) that are trusted besides the usual ones when documents of clients are fetched. */
  readonly documentsCa?: string;
}

export function createContext(
  settings: AuthServerSettings,
  { db, keyring, clock, logger, credentials, hints }: Resources,
  { announce = credentials.announce, resolveDocumentHost: resolve, documentsCa }: AuthServerOptions = {},
): AuthContext {
  // Not the guard of tenants' targets: whom tenants may send to, strangers may not make us ask.
  const guard = createTargetGuard({
    allow: parseAllowList(settings.SKUCAST_ALLOW_CLIENT_TARGETS),
    ...(resolve && { resolve }),
  });
  const publicUrl = publicUrlOf(settings);
  return {
    db,
    keyring,
    clock,
    logger,
    publicUrl,
    isSecure: publicUrl.startsWith("https://"),
    signUp: settings.SKUCAST_SIGN_UP,
    problems: createProblems({ errorDocsUrl: errorDocsUrlOf(settings), logger, translate: databaseProblem }),
    documents: openAgent(guard, documentsCa),
    announce,
    hint: (workspaceId, ...kinds) => {
      for (const kind of kinds) hints.note(workspaceId, kind);
    },
  };
}
