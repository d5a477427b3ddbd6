import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import { publicUrlOf } from "@skucast/app-kit/open-origin";
import type { Resources } from "@skucast/app-kit/resources";
import type { Keyring } from "@skucast/credentials/keyring";
import type { PrivateKeys } from "@skucast/credentials/sealing-keys";
import { webhookPrivateKeys } from "@skucast/credentials/webhook-sealing";
import type { Mailer } from "@skucast/mail/mailer";
import { openSmtpMailer } from "@skucast/mail/open-smtp-mailer";
import type { WebhookDispatcherSettings } from "./config.js";

/** What a deployment may tune. */
export interface DispatcherLimits {
  /** An attempt ends at the latest after this: connection, request and answer together. */
  readonly attemptTimeoutMs: number;
  /** Attempts to one endpoint that all processes together have under way at once, at most. */
  readonly inFlightPerEndpointMax: number;
  /** Deliveries in hand at once: under way, and waiting for their endpoint. */
  readonly prefetch: number;
  /** Statements that write outcomes down, and those that take what has a rate, begin so far apart, unless one is full; far shorter than a lease. */
  readonly statementsApartMs: number;
  /** Pause between two looks at what is due. */
  readonly pollIntervalMs: number;
  /** Events, and deliveries that have ended, are kept for so long at least. */
  readonly historyKeptMs: number;
}

/** Everything the dispatcher touches: nobody calls it, so it verifies nobody. What it holds is closed by whoever opened it. */
export interface DispatcherContext extends Omit<Resources, "credentials" | "hints"> {
  readonly hints: Pick<ChangeHints, "note">;
  readonly limits: DispatcherLimits;
  /** Undefined where no mail is sent. */
  readonly mailer: Mailer | undefined;
  /** Where the dashboard is: mails link to it. */
  readonly publicUrl: string;
  /** With the private keys that the API, which seals endpoints' signing keys, does not have. */
  readonly keyring: Keyring & { readonly privateKeys: PrivateKeys };
}

/**
 * Outcomes come one by one, and so do the turns of an endpoint with a rate; a statement costs as much as thirty of them:
 * those that come close together share one. Where no rate is set, a wait would hold the place of an attempt.
 */
const STATEMENTS_APART_MS = 20;
const POLL_INTERVAL_MS = 1_000;

export function createContext(
  settings: Pick<
    WebhookDispatcherSettings,
    | "SKUCAST_WEBHOOK_TIMEOUT"
    | "SKUCAST_WEBHOOK_IN_FLIGHT"
    | "SKUCAST_WEBHOOK_PREFETCH"
    | "SKUCAST_WEBHOOK_KEYS"
    | "SKUCAST_HISTORY_KEPT"
    | "SKUCAST_SMTP_URL"
    | "SKUCAST_MAIL_FROM"
    | "SKUCAST_PUBLIC_URL"
    | "PORT"
  >,
  resources: Resources,
): DispatcherContext {
  const { keyring } = resources;
  const { SKUCAST_SMTP_URL: url, SKUCAST_MAIL_FROM: from } = settings;
  return {
    ...resources,
    mailer: url === undefined ? undefined : openSmtpMailer({ url, from }),
    publicUrl: publicUrlOf(settings),
    keyring: { ...keyring, privateKeys: webhookPrivateKeys(keyring, settings.SKUCAST_WEBHOOK_KEYS) },
    limits: {
      attemptTimeoutMs: settings.SKUCAST_WEBHOOK_TIMEOUT,
      inFlightPerEndpointMax: settings.SKUCAST_WEBHOOK_IN_FLIGHT,
      prefetch: settings.SKUCAST_WEBHOOK_PREFETCH,
      statementsApartMs: STATEMENTS_APART_MS,
      pollIntervalMs: POLL_INTERVAL_MS,
      historyKeptMs: settings.SKUCAST_HISTORY_KEPT,
    },
  };
}
