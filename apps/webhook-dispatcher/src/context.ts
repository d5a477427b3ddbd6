import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import { publicUrlOf } from "@skucast/app-kit/open-origin";
import type { Resources } from "@skucast/app-kit/resources";
import type { Keyring } from "@skucast/credentials/keyring";
import type { PrivateKeys } from "@skucast/credentials/sealing-keys";
import { webhookPrivateKeys } from "@skucast/credentials/webhook-sealing";
import type { Mailer } from "@skucast/mail/mailer";
import { openSmtpMailer } from "@skucast/mail/open-smtp-mailer";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { WebhookDispatcherSettings } from "./config.js";
import { createOutboxMailer } from "./notices/create-outbox-mailer.js";

/** What a deployment can tune. */
export interface DispatcherLimits {
  /** Maximum duration of an attempt: connection, request and response together. */
  readonly attemptTimeoutMs: number;
  /** Maximum attempts in flight to one endpoint, for all processes together. */
  readonly inFlightPerEndpointMax: number;
  /** Maximum deliveries in hand: in flight, and waiting for their endpoint. */
  readonly prefetch: number;
  /**
   * Minimum interval between statements that record outcomes, and between those that claim deliveries of endpoints with a
   * rate. A full batch does not wait. Much shorter than a lease.
   */
  readonly statementIntervalMs: number;
  /** Pause between two polls for due deliveries. */
  readonly pollIntervalMs: number;
  /** Minimum time for which events and ended deliveries are kept. */
  readonly historyKeptMs: number;
}

/** Everything the dispatcher uses. It has no clients, so it verifies no credentials. The owner of the context closes it. */
export interface DispatcherContext extends Omit<Resources, "credentials" | "hints"> {
  readonly hints: Pick<ChangeHints, "note">;
  readonly limits: DispatcherLimits;
  /** Undefined where no mail is sent or kept. */
  readonly mailer: Mailer | undefined;
  /** URL of the dashboard, for links in mails. */
  readonly publicUrl: string;
  /** Includes the private keys that decrypt endpoints' signing keys. The API does not have them. */
  readonly keyring: Keyring & { readonly privateKeys: PrivateKeys };
}

/**
 * Outcomes arrive one by one, as do the deliveries of an endpoint with a rate. A statement costs as much as thirty of
 * them, so those that arrive close together share one. Claims for endpoints without a rate do not wait, because a
 * waiting claim occupies a slot.
 */
const STATEMENT_INTERVAL_MS = 20;
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
    | "SKUCAST_MAIL_OUTBOX"
    | "SKUCAST_PUBLIC_URL"
    | "PORT"
  >,
  resources: Resources,
): DispatcherContext {
  const { keyring } = resources;
  return {
    ...resources,
    mailer: mailerOf(settings, resources),
    publicUrl: publicUrlOf(settings),
    keyring: { ...keyring, privateKeys: webhookPrivateKeys(keyring, settings.SKUCAST_WEBHOOK_KEYS) },
    limits: {
      attemptTimeoutMs: settings.SKUCAST_WEBHOOK_TIMEOUT,
      inFlightPerEndpointMax: settings.SKUCAST_WEBHOOK_IN_FLIGHT,
      prefetch: settings.SKUCAST_WEBHOOK_PREFETCH,
      statementIntervalMs: STATEMENT_INTERVAL_MS,
      pollIntervalMs: POLL_INTERVAL_MS,
      historyKeptMs: settings.SKUCAST_HISTORY_KEPT,
    },
  };
}

function mailerOf(
  {
    SKUCAST_SMTP_URL: url,
    SKUCAST_MAIL_FROM: from,
    SKUCAST_MAIL_OUTBOX: outbox,
  }: Pick<WebhookDispatcherSettings, "SKUCAST_SMTP_URL" | "SKUCAST_MAIL_FROM" | "SKUCAST_MAIL_OUTBOX">,
  resources: Resources,
): Mailer | undefined {
  if (url !== undefined) {
    const mails = resources.metrics.counterFromZero(METRICS.mails);
    return openSmtpMailer({ url, from, onOutcome: (outcome) => mails.inc({ outcome }) });
  }
  return outbox === "shown" ? createOutboxMailer(resources) : undefined;
}
