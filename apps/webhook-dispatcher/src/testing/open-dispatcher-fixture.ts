import type { EventTypeName } from "@skucast/contracts/events/event-types";
import { newId } from "@skucast/contracts/ids";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { sealSecret } from "@skucast/credentials/seal";
import { sealingKeyOf } from "@skucast/credentials/sealing-keys";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { type SealedOfEndpoint, webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import { webhookPrivateKeys } from "@skucast/credentials/webhook-sealing";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { type Database, inSystem, openDatabase } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import type { Bus } from "@skucast/events/bus";
import { openEmbeddedBus } from "@skucast/events/embedded-bus";
import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { openRabbitMqBus } from "@skucast/events/rabbitmq-bus";
import { brokerNames, deadLetterQueue, TOPOLOGY } from "@skucast/events/topology";
import type { Mailer } from "@skucast/mail/mailer";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTurns } from "@skucast/service-kit/turns";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createTestBroker } from "@skucast/testkit/create-test-broker";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { createApp } from "../app.js";
import type { DispatcherContext, DispatcherLimits } from "../context.js";
import type { ReadEvents } from "../deliveries/read-events.js";

export type BusKind = "embedded" | "rabbitmq";

export interface Endpoint {
  readonly workspaceId: string;
  readonly id: string;
  readonly secret: string;
  readonly publicKey: string;
}

interface NewEndpoint {
  readonly url: string;
  readonly workspaceId: string;
  readonly eventTypes?: readonly string[];
  readonly status?: "active" | "paused" | "disabled";
  readonly channelIds?: readonly string[];
  readonly ratePerSecond?: number;
  readonly ordering?: "none" | "per_object";
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly plainSignature?: {
    readonly header: string;
    readonly encoding: "hex" | "base64";
    readonly prefix: string;
    readonly secret: string;
  };
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
}

export interface DispatcherFixtureOptions {
  readonly bus?: BusKind;
  readonly limits?: Partial<DispatcherLimits>;
  /** Like SKUCAST_ALLOW_TARGETS; loopback by default. */
  readonly allow?: string;
  readonly mailer?: Mailer;
  /** The length at which a queue of the bus takes no more messages. */
  readonly queueMessagesMax?: number;
}

const LIMITS: DispatcherLimits = {
  attemptTimeoutMs: 15_000,
  inFlightPerEndpointMax: 5,
  prefetch: 500,
  // Outcomes are recorded at once: tests move the clock as soon as a receiver has answered.
  statementIntervalMs: 0,
  pollIntervalMs: 20,
  historyKeptMs: 30 * 86_400_000,
};

/** For deliveries that are planned and not attempted. */
export const readNoEvents: ReadEvents = async () => new Map();

/** For a dispatcher that need not know the hosts of endpoints. */
export const NO_HOSTS = { note: () => {} };

/** Limiters without a free slot: every delivery gets an order. */
export const FULL_LIMITERS = { tryAcquire: () => false, release: () => {} };

/** Limiters with a slot for every delivery: all are claimed when they are planned. */
export const FREE_LIMITERS = { tryAcquire: () => true, release: () => {} };

type DispatcherFixture = Awaited<ReturnType<typeof openDispatcherFixture>>;

export type { DispatcherFixture };

/** A database, a bus and a clock that tests can move. No dispatcher runs yet. One fixture per test file. */
export async function openDispatcherFixture(options: DispatcherFixtureOptions = {}) {
  const database = await createTestDatabase();
  const keyring = parseKeyring(newKeyringText());
  const db = openDatabase({ url: database.appUrl, name: "webhook-dispatcher test" });
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({
    service: "webhook-dispatcher",
    level: "info",
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const metrics = createMetrics({ service: "webhook-dispatcher" });
  const { bus, clean } = openBus(options.bus ?? "embedded", db, {
    logger,
    metrics,
    queueMessagesMax: options.queueMessagesMax,
  });
  const hinted: string[] = [];
  let offsetMs = 0;
  let heldAtMs: number | undefined;
  const ctx: DispatcherContext = {
    limits: { ...LIMITS, ...options.limits },
    db,
    bus,
    hints: { note: (_workspaceId, kind) => void hinted.push(kind) },
    guard: createTargetGuard({ allow: parseAllowList(options.allow ?? "127.0.0.1") }),
    keyring: { ...keyring, privateKeys: webhookPrivateKeys(keyring, undefined) },
    mailer: options.mailer,
    publicUrl: "https://skucast.example",
    clock: { now: () => new Date((heldAtMs ?? Date.now()) + offsetMs) },
    logger,
    metrics,
    turns: createTurns(),
  };
  const apps = new Set<ReturnType<typeof createApp>>();

  async function stopApps(): Promise<void> {
    await Promise.all([...apps].map((app) => app.drain()));
    await Promise.all([...apps].map((app) => app.stop()));
    apps.clear();
  }

  return {
    ctx,
    lines,
    /** The kinds of all change hints so far. */
    hinted,
    advance(ms: number): void {
      offsetMs += ms;
    },
    /** Stops the clock, so that only `advance` moves it. Otherwise retries become due by themselves on a busy machine. */
    holdClock(): void {
      heldAtMs ??= Date.now();
    },
    /** Lets the clock run again. */
    releaseClock(): void {
      heldAtMs = undefined;
    },
    async startApp(overrides: Partial<DispatcherContext> = {}) {
      const app = createApp({ ...ctx, ...overrides });
      await app.start();
      apps.add(app);
      return app;
    },
    /** Stops every dispatcher that is still running. */
    stopApps,
    createWorkspace: () => createWorkspace(db),
    createEndpoint: (endpoint: NewEndpoint) => createEndpoint(ctx, endpoint),
    /** Appends an event and publishes it, as the relay does; returns its id. */
    emit: (workspaceId: string, type: EventTypeName = "product.updated", traceparent: string | null = null) =>
      emit(ctx, { workspaceId, type, traceparent, object: { id: newId("prod"), title: "Größe 漢字 😀" } }),
    /** Like `emit`, with an object that the test provides. */
    emitOf: (
      workspaceId: string,
      type: EventTypeName,
      object: { readonly id: string; readonly [field: string]: string },
      sequence?: number,
    ) => emit(ctx, { workspaceId, type, traceparent: null, object, sequence }),
    query: async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await db.system.query<Row>(sql, values)).rows,
    async close(): Promise<void> {
      await stopApps();
      await bus.close();
      await clean();
      await db.close();
      await database.drop();
    },
  };
}

type BusTools = Pick<DispatcherContext, "logger" | "metrics"> & { readonly queueMessagesMax: number | undefined };

function openBus(kind: BusKind, db: Database, tools: BusTools) {
  if (kind === "embedded") return { bus: openEmbeddedBus({ db, ...tools }) satisfies Bus, clean: async () => {} };
  const { amqpUrl, namespace, drop } = createTestBroker();
  const names = brokerNames(namespace);
  return {
    bus: openRabbitMqBus({ url: amqpUrl, name: "webhook-dispatcher test", namespace, ...tools }) satisfies Bus,
    clean: () =>
      drop({
        queues: TOPOLOGY.flatMap((queue) => [names.queue(queue), names.queue(deadLetterQueue(queue))]),
        exchanges: [names.exchanges.events, names.exchanges.work, names.deadExchange],
      }),
  };
}

async function createWorkspace(db: Database): Promise<string> {
  const id = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Acme')", [id]);
  return id;
}

async function createEndpoint(ctx: DispatcherContext, endpoint: NewEndpoint): Promise<Endpoint> {
  const { url, workspaceId, eventTypes = ["*"], status = "active", channelIds, ratePerSecond = null } = endpoint;
  const id = newId("whe");
  const secret = newWebhookSecret();
  const { privateKey, publicKey } = newWebhookKeyPair();
  const sealer = sealingKeyOf(ctx.keyring.privateKeys);
  const secretSealed = sealSecret(sealer, secret, `${workspaceId}/${id}/secret`);
  const privateKeySealed = sealSecret(sealer, privateKey, `${workspaceId}/${id}/private_key`);
  const seal = (kind: SealedOfEndpoint, text: string | undefined) =>
    text === undefined ? null : sealSecret(sealer, text, webhookKeyPlace(kind, { workspaceId, endpointId: id }));
  const { headers, plainSignature, clientCertificate } = endpoint;
  const { secret: plainSecret, ...plain } = plainSignature ?? {};
  const client = await ctx.db.app.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', '*', true),
              set_config('app.reads_audit_log', 'on', true)`,
      [workspaceId],
    );
    await client.query(
      `INSERT INTO webhook_endpoints (workspace_id, id, url, status, event_types, secret_sealed, private_key_sealed,
                                      public_key, channel_ids, rate_per_second, headers_sealed, plain_signature,
                                      plain_secret_sealed, client_certificate, client_key_sealed, ordering, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)`,
      [
        workspaceId,
        id,
        url,
        status,
        JSON.stringify(eventTypes),
        secretSealed,
        privateKeySealed,
        publicKey,
        channelIds && JSON.stringify(channelIds),
        ratePerSecond,
        seal("headers", headers && JSON.stringify(headers)),
        plainSignature && JSON.stringify(plain),
        seal("plain_secret", plainSecret),
        clientCertificate?.cert,
        seal("client_key", clientCertificate?.key),
        endpoint.ordering ?? "none",
        ctx.clock.now(),
      ],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  return { workspaceId, id, secret, publicKey };
}

interface EmittedEvent {
  readonly workspaceId: string;
  readonly type: EventTypeName;
  readonly traceparent: string | null;
  readonly object: { readonly id: string; readonly [field: string]: string };
  readonly sequence?: number | undefined;
}

async function emit(ctx: DispatcherContext, event: EmittedEvent): Promise<string> {
  const { workspaceId, type, traceparent, object, sequence = 1 } = event;
  const id = await inSystem(ctx.db, (client) =>
    appendEvent(client, {
      workspaceId,
      type,
      sequence,
      data: { object, previous: {} },
      now: ctx.clock.now(),
      traceparent,
    }),
  );
  const { rows } = await ctx.db.system.query<EventRow>("SELECT * FROM events WHERE workspace_id = $1 AND id = $2", [
    workspaceId,
    id,
  ]);
  // As the relay does: on a busy machine, a broker may take longer to connect than a call waits.
  await eventually(async () => {
    await ctx.bus.publish(rows.map((row) => ({ id, routingKey: type, body: renderEnvelope(row) })));
    return true;
  });
  return id;
}
