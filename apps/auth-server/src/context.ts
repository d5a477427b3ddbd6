import { openDomainProofs } from "@skucast/app-kit/open-domain-proofs";
import { errorDocsUrlOf, publicUrlOf } from "@skucast/app-kit/open-origin";
import type { Resources } from "@skucast/app-kit/resources";
import { databaseProblem } from "@skucast/db/database-problem";
import { createProblems, type Problems } from "@skucast/http-kit/problems";
import type { Mailer } from "@skucast/mail/mailer";
import { openSmtpMailer, type SmtpOptions } from "@skucast/mail/open-smtp-mailer";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import { parseAllowList } from "@skucast/targets/allow-list";
import type { ResolveName } from "@skucast/targets/resolve-name";
import { createTargetGuard } from "@skucast/targets/target-guard";
import type { Dispatcher } from "undici";
import type { AccountsContext } from "./accounts/accounts-context.js";
import { openAgent } from "./clients/open-agent.js";
import type { AuthServerSettings } from "./config.js";

/** What the sign-in and OAuth handlers need. */
export interface AuthContext extends AccountsContext {
  /** Whether browsers reach the origin over HTTPS. Cookies are then Secure and have a name prefix. */
  readonly isSecure: boolean;
  readonly problems: Problems;
  /** Fetches client documents, only from hosts that their own target guard allows. */
  readonly documents: Dispatcher;
  /** Undefined where no mail is sent. */
  readonly mailer: Mailer | undefined;
}

/** Overrides for processes and tests. */
export interface AuthServerOptions {
  /** Notifies every process that these subjects were revoked. Called after the commit. Never throws. */
  readonly announce?: (subjects: readonly string[]) => void;
  /** Replaces DNS for the hosts of client documents. */
  readonly resolveDocumentHost?: ResolveName;
  /** Certificates (PEM) that are trusted in addition to the usual ones when client documents are fetched. */
  readonly documentsCa?: string;
  /** Certificates (PEM) that are trusted in addition to the usual ones when identity providers are called. */
  readonly providersCa?: string;
  /** Certificate (PEM) that is trusted in addition to the usual ones when mails are sent. */
  readonly mailCa?: string;
}

/** Connecting to an identity provider and each of its answers may take this long. */
const PROVIDER_TIMEOUT_MS = 10_000;
/** More than any provider's metadata, keys or tokens need. */
const PROVIDER_BYTES_MAX = 262_144;

export function createContext(
  settings: AuthServerSettings,
  { db, keyring, clock, logger, metrics, credentials, hints, guard: tenantsGuard }: Resources,
  {
    announce = credentials.announce,
    resolveDocumentHost: resolve,
    documentsCa,
    providersCa,
    mailCa,
  }: AuthServerOptions = {},
): AuthContext {
  // Separate from the guard of tenants' targets: unauthenticated clients must not make the server connect to hosts that
  // only tenants may use.
  const guard = createTargetGuard({
    allow: parseAllowList(settings.SKUCAST_ALLOW_CLIENT_TARGETS),
    ...(resolve && { resolve }),
  });
  const publicUrl = publicUrlOf(settings);
  const { SKUCAST_SMTP_URL: smtpUrl, SKUCAST_MAIL_FROM: from } = settings;
  return {
    db,
    keyring,
    clock,
    logger,
    publicUrl,
    isSecure: publicUrl.startsWith("https://"),
    signUp: settings.SKUCAST_SIGN_UP,
    problems: createProblems({ errorDocsUrl: errorDocsUrlOf(settings), logger, translate: databaseProblem }),
    documents: openAgent(guard, { extraCa: documentsCa }),
    providers: openAgent(tenantsGuard, {
      extraCa: providersCa,
      timeoutMs: PROVIDER_TIMEOUT_MS,
      responseBytesMax: PROVIDER_BYTES_MAX,
    }),
    domainProofs: openDomainProofs({ guard: tenantsGuard }),
    mailer:
      smtpUrl === undefined
        ? undefined
        : openCountedMailer(metrics, { url: smtpUrl, from, ...(mailCa && { ca: mailCa }) }),
    mails: smtpUrl !== undefined ? "sent" : settings.SKUCAST_MAIL_OUTBOX === "shown" ? "shown" : "none",
    onMailQueued: () => {},
    announce,
    hint: (workspaceId, ...kinds) => {
      for (const kind of kinds) hints.note(workspaceId, kind);
    },
  };
}

function openCountedMailer(metrics: Metrics, options: SmtpOptions): Mailer {
  const mails = metrics.counterFromZero(METRICS.mails);
  return openSmtpMailer({ ...options, onOutcome: (outcome) => mails.inc({ outcome }) });
}
