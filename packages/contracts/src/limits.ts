/** Every limit of the service in one place. Docs and checks are made from it. */
export const LIMITS = {
  bodyBytesMax: 1_000_000,
  batchBodyBytesMax: 10_000_000,
  jsonDepthMax: 32,
  skuLengthMax: 100,
  batchItemsMax: 1000,
  pageSizeDefault: 50,
  pageSizeMax: 200,
  /** Rows that one page of a filtered list looks at; a page may be short, the cursor goes on from there. */
  pageScanRowsMax: 20_000,
  requestsPerMinute: 600,
  idempotencyKeyLengthMax: 255,
  idempotencyKeptHours: 24,
  urlLengthMax: 2048,
  webhookEndpointsPerWorkspace: 50,
  channelsPerWorkspace: 100,
  feedsPerWorkspace: 200,
  destinationsPerWorkspace: 100,
  selectionSkusMax: 10_000,
  requestTimeoutMs: 30_000,
} as const;
