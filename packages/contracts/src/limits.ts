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
  secretOverlapHoursDefault: 24,
  secretOverlapHoursMax: 168,
  /** Replaced keys that an endpoint signs with beside its present ones. */
  formerKeysMax: 10,
  /** Headers of its owner's that an endpoint's requests carry, and what they hold together. */
  webhookHeadersMax: 16,
  webhookHeadersBytesMax: 8_000,
  clientCertificateBytesMax: 16_000,
  channelsPerWorkspace: 100,
  feedsPerWorkspace: 200,
  destinationsPerWorkspace: 100,
  /** A test is several connections to somebody else's server. */
  destinationTestPauseSeconds: 5,
  destinationTestTimeoutMs: 25_000,
  legacyAlgorithmDaysMax: 366,
  apiKeysPerWorkspace: 100,
  invitationsPerWorkspace: 100,
  invitationDays: 7,
  selectionSkusMax: 10_000,
  previewProductsMax: 10_000,
  previewSkusMax: 200,
  runIssuesMax: 10_000,
  /** So that one frequent fault does not hide the others. */
  runIssuesPerCodeMax: 1_000,
  /** A file that does not change is delivered again after so many days: partners drop what they do not hear of. */
  unchangedFileDaysMax: 7,
  requestTimeoutMs: 30_000,
  toolPageSizeDefault: 20,
  toolPageSizeMax: 50,
  toolAnswerCharactersMax: 60_000,
  /** One product of a list, so that a few long ones do not crowd out the others. */
  toolEntryCharactersMax: 12_000,
  toolItemsMax: 100,
  mcpBatchMessagesMax: 20,
  mcpOpenPerWorkspace: 100,
} as const;
