import { z } from "zod";
import { channelSchema } from "../channels/channel.js";
import { defineEvent, type EventKind } from "../define-event.js";
import { feedSchema } from "../feeds/feed.js";
import { GUARD_DEFAULTS, guardVerdictSchema } from "../feeds/guards.js";
import { productSchema } from "../products/product.js";
import { runCountsSchema, runFileSchema, runReleaseSchema } from "../runs/run.js";
import { AUDIT_ENTRY_EVENTS } from "./audit-entry-events.js";
import { CHANNEL_PROFILE_EVENTS } from "./channel-profile-events.js";
import { changeOf, example, fact, previous, state, withoutLarge } from "./event-parts.js";
import { LOOKUP_TABLE_EVENTS } from "./lookup-table-events.js";
import { finishedImport, importChange, SOURCE_EVENTS } from "./source-events.js";

const product = {
  id: "prod_01jd0000000000000000000000",
  sku: "TEE-RED-M",
  title: "Red tee, size M",
  price_amount: 19.9,
  price_currency: "USD",
  availability: "in_stock",
  condition: "new",
  status: "active",
  price: "19.90 USD",
  content_hash: "9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de",
  version: 2,
  created_at: "2026-11-21T08:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};
const channel = {
  id: "ch_01jd0000000000000000000000",
  name: "ChatGPT, United States",
  profile: "openai_products",
  status: "active",
  in_public_directory: false,
  market: { country: "US", currency: "USD", language: "en" },
  defaults: { seller_name: "Acme Store" },
  selection: { filters: {}, include_skus: [], exclude_skus: [] },
  rules: [],
  version: 1,
  created_at: "2026-11-21T08:00:00.000Z",
  updated_at: "2026-11-21T08:00:00.000Z",
};
const feed = {
  id: "feed_01jd0000000000000000000000",
  channel_id: channel.id,
  name: "Nightly file",
  status: "active",
  format: "csv",
  compression: "gzip",
  file_name: "products.csv.gz",
  shards: 1,
  coverage: "full",
  columns: null,
  schedule: { time: "02:00", time_zone: "Europe/Berlin" },
  deliveries: [],
  guards: GUARD_DEFAULTS,
  live_run_id: null,
  channel_status: "active",
  next_run_at: "2026-11-22T01:00:00.000Z",
  version: 1,
  created_at: "2026-11-21T08:00:00.000Z",
  updated_at: "2026-11-21T08:00:00.000Z",
};

const channelChange = changeOf(withoutLarge(channelSchema, ["defaults", "selection", "rules"], "ChannelInEvent"));
const feedChange = changeOf(withoutLarge(feedSchema, ["columns", "deliveries"], "FeedInEvent"));

/** Events of runs are small: they say what happened and where to read more, and never contain rows. */
const runObject = z.object({
  id: z.string(),
  feed_id: z.string(),
  status: z.string(),
  counts: runCountsSchema,
  files: z.array(runFileSchema),
  error: z.string().nullable(),
});
const runChangeWith = (more: z.ZodRawShape, large: readonly string[] = []) =>
  changeOf(withoutLarge(runObject.extend(more), ["files", "error", ...large]));
const runChange = runChangeWith({});
const run = {
  id: "run_01jd0000000000000000000000",
  feed_id: feed.id,
  status: "succeeded",
  counts: { selected: 2, written: 2, excluded: 0, invalid: 0, warnings: 0, added: 1, changed: 1, removed: 0 },
  files: [{ name: "products.csv.gz", bytes: 512, rows: 2, sha256: product.content_hash }],
  error: null,
};
const feedDelivery = changeOf(
  withoutLarge(
    z.object({
      id: z.string().describe("The run that wrote the file: the same as run_id."),
      run_id: z.string(),
      feed_id: z.string(),
      destination_id: z.string(),
      files: z.array(runFileSchema),
      error: z.string().nullable(),
    }),
    ["files", "error"],
  ),
);
const delivered = {
  id: run.id,
  run_id: run.id,
  feed_id: feed.id,
  destination_id: "dst_01jd0000000000000000000000",
  files: run.files,
  error: null,
};

const disabledEndpoint = z.object({
  id: z.string(),
  url: z
    .string()
    .describe("The origin of its URL. Path and query may contain a token, and other endpoints receive this event."),
  disabled_reason: z.string(),
});

const failingEndpoint = z.object({
  id: z.string(),
  url: disabledEndpoint.shape.url,
  failing_since: z.iso.datetime().describe("Time of the first failed attempt since the last success."),
});
const exhaustedEndpoint = failingEndpoint.extend({
  delivery_id: z.string().describe("A delivery that has failed for good; there may be more."),
  event_id: z.string(),
  event_type: z.string(),
});
const failing = {
  id: "whe_01jd0000000000000000000000",
  url: "https://hooks.example.com",
  failing_since: "2026-11-21T08:00:00.000Z",
};

/** Every event type of the service. */
export const EVENT_TYPES = [
  defineEvent({
    ...state,
    type: "product.created",
    summary: "A product was created.",
    data: changeOf(productSchema),
    example: example(product),
  }),
  defineEvent({
    ...state,
    type: "product.updated",
    summary: "A product changed.",
    data: changeOf(productSchema),
    example: example(product, { price_amount: 24.9, price: "24.90 USD" }),
  }),
  defineEvent({
    ...state,
    type: "product.deleted",
    summary: "A product was deleted.",
    data: changeOf(productSchema),
    example: example(product),
  }),
  defineEvent({
    ...state,
    type: "channel.created",
    summary: "A channel was created.",
    data: channelChange,
    example: example(channel),
  }),
  defineEvent({
    ...state,
    type: "channel.updated",
    summary: "A channel changed.",
    data: channelChange,
    example: example(channel, { name: "Shop" }),
  }),
  defineEvent({
    ...state,
    type: "channel.deleted",
    summary: "A channel was deleted.",
    data: channelChange,
    example: example(channel),
  }),
  defineEvent({
    ...state,
    type: "feed.created",
    summary: "A feed was created.",
    data: feedChange,
    example: example(feed),
  }),
  defineEvent({
    ...state,
    type: "feed.updated",
    summary: "A feed changed.",
    data: feedChange,
    example: example(feed, { format: "jsonl" }),
  }),
  defineEvent({
    ...state,
    type: "feed.deleted",
    summary: "A feed was deleted.",
    data: feedChange,
    example: example(feed),
  }),
  defineEvent({
    ...fact,
    type: "feed.run.succeeded",
    summary:
      "A run wrote its file and delivered it; with invalid rows its status is succeeded_with_errors. If nothing has " +
      "changed since the last delivery, its status is skipped and nothing is delivered. The same applies while the " +
      "channel is paused; error says so.",
    data: runChange,
    example: example(run),
  }),
  defineEvent({
    ...fact,
    type: "feed.run.held",
    summary:
      "A run was held because a guard tripped, until someone releases or discards it. The live files stay; guards say why.",
    data: runChangeWith({ guards: z.array(guardVerdictSchema) }, ["guards"]),
    example: example({
      ...run,
      status: "held",
      guards: [
        {
          guard: "max_drop_percent",
          verdict: "tripped",
          limit: 30,
          actual: 60.2,
          message: "the file has lost 60.2 % of the live file's rows; the maximum is 30 %",
        },
      ],
    }),
  }),
  defineEvent({
    ...fact,
    type: "feed.run.released",
    summary: "A held run was released and is being delivered.",
    data: runChangeWith({ release: runReleaseSchema }),
    example: example({
      ...run,
      status: "delivering",
      release: { reason: "the spring range was taken out on purpose", at: "2026-11-21T09:00:00.000Z" },
    }),
  }),
  defineEvent({
    ...fact,
    type: "feed.run.discarded",
    summary: "A held run was discarded, by a user or because a newer run replaced it.",
    data: runChange,
    example: example({ ...run, status: "cancelled" }),
  }),
  defineEvent({
    ...fact,
    type: "feed.run.failed",
    summary: "A run failed; the last good file stays in place.",
    data: runChange,
    example: example({ ...run, status: "failed", files: [], error: "the destination refused the login" }),
  }),
  defineEvent({
    ...fact,
    type: "feed.delivered",
    summary: "A file was delivered to a destination under its final name.",
    data: feedDelivery,
    example: example(delivered),
  }),
  defineEvent({
    ...fact,
    type: "feed.delivery_failed",
    summary: "A file could not be delivered to a destination.",
    data: feedDelivery,
    example: example({ ...delivered, error: "the host key changed" }),
  }),
  defineEvent({
    ...fact,
    type: "import.finished",
    summary: "An import ended: it succeeded, with or without errors, failed or was cancelled.",
    data: importChange,
    example: example(finishedImport),
  }),
  ...CHANNEL_PROFILE_EVENTS,
  ...LOOKUP_TABLE_EVENTS,
  ...SOURCE_EVENTS,
  defineEvent({
    ...fact,
    type: "webhook_endpoint.failing",
    summary: "All attempts to an endpoint have failed for half an hour. The endpoint itself does not get this event.",
    data: changeOf(failingEndpoint),
    example: example(failing),
  }),
  defineEvent({
    ...fact,
    type: "webhook_endpoint.exhausted",
    summary: "All attempts of a delivery to an endpoint have failed. Sent at most once a day for each endpoint.",
    data: changeOf(exhaustedEndpoint),
    example: example({
      ...failing,
      delivery_id: "dlv_01jd0000000000000000000000",
      event_id: "evt_01jd0000000000000000000000",
      event_type: "product.updated",
    }),
  }),
  defineEvent({
    ...fact,
    type: "webhook_endpoint.recovered",
    summary: "A delivery to an endpoint that was reported as failing has succeeded.",
    data: changeOf(failingEndpoint),
    example: example(failing),
  }),
  defineEvent({
    ...fact,
    type: "webhook_endpoint.disabled",
    summary: "An endpoint was disabled because it answered 410 or kept failing.",
    data: changeOf(disabledEndpoint),
    example: example({
      id: "whe_01jd0000000000000000000000",
      url: "https://hooks.example.com",
      disabled_reason: "answered 410 Gone",
    }),
  }),
  defineEvent({
    type: "webhook.test",
    visibility: "direct",
    kind: "fact",
    summary: "A test of an endpoint was requested. Only that endpoint gets this event.",
    data: z.object({
      object: z.object({
        id: z.string(),
        endpoint_id: z.string(),
        message: z.string(),
        challenge: z
          .string()
          .optional()
          .describe("Answer with this string as the body, or as the member challenge of JSON, to verify the host."),
      }),
      previous,
    }),
    example: example({
      id: "dlv_01jd0000000000000000000000",
      endpoint_id: "whe_01jd0000000000000000000000",
      message: "This is a test. Nothing has changed.",
      challenge: "q5Hn0T0v7m0cG3bYw1rXkz8eJpUdLf2A",
    }),
  }),
  ...AUDIT_ENTRY_EVENTS,
  defineEvent({
    type: "feed.run.queued",
    visibility: "internal",
    kind: "fact",
    summary: "A run waits for the exporter.",
    data: z.object({ object: z.object({ id: z.string(), feed_id: z.string() }), previous }),
    example: example({ id: run.id, feed_id: feed.id }),
  }),
  defineEvent({
    type: "import.queued",
    visibility: "internal",
    kind: "fact",
    summary: "An import waits for the importer.",
    data: z.object({ object: z.object({ id: z.string() }), previous }),
    example: example({ id: finishedImport.id }),
  }),
] as const;

export type EventTypeName = (typeof EVENT_TYPES)[number]["type"];

const KINDS: ReadonlyMap<string, EventKind> = new Map(EVENT_TYPES.map(({ type, kind }) => [type, kind]));

/** Kind of an event type; `fact` for an unknown type, so that a consumer drops none of its events. */
export const kindOfType = (type: string): EventKind => KINDS.get(type) ?? "fact";

type PublicEvent = Extract<(typeof EVENT_TYPES)[number], { visibility: "public" }>;
const isPublic = (event: (typeof EVENT_TYPES)[number]): event is PublicEvent => event.visibility === "public";

type ManagersEvent = Extract<(typeof EVENT_TYPES)[number], { visibility: "managers" }>;
const isForManagers = (event: (typeof EVENT_TYPES)[number]): event is ManagersEvent => event.visibility === "managers";

/** Types that `*` and prefixes stand for: those that every endpoint can subscribe to. */
export const SUBSCRIBABLE_EVENT_TYPES: readonly PublicEvent["type"][] = EVENT_TYPES.filter(isPublic).map(
  (event) => event.type,
);

/** Types that an endpoint gets only if it names them, and then no other. Only those who read the audit log see it. */
export const AUDIT_EVENT_TYPES: readonly ManagersEvent["type"][] = EVENT_TYPES.filter(isForManagers).map(
  (event) => event.type,
);

/** Whether an endpoint with these event types receives the audit log. */
export const isAuditStream = (eventTypes: readonly string[]): boolean =>
  eventTypes.some((type) => AUDIT_EVENT_TYPES.some((each) => each === type));

/** Types of which the dispatcher makes deliveries. */
export const DELIVERED_EVENT_TYPES: readonly EventTypeName[] = [...SUBSCRIBABLE_EVENT_TYPES, ...AUDIT_EVENT_TYPES];

/** Types that clients can see in the event log: the subscribable ones and the test event. */
export const PUBLIC_EVENT_TYPES: readonly EventTypeName[] = EVENT_TYPES.filter(
  ({ visibility }) => visibility === "public" || visibility === "direct",
).map(({ type }) => type);
