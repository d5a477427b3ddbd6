/** Every limit of the service in one place. Docs and checks are made from it. */
export const LIMITS = {
  bodyBytesMax: 1_000_000,
  batchBodyBytesMax: 10_000_000,
  jsonDepthMax: 32,
  skuLengthMax: 100,
  batchItemsMax: 1000,
  pageSizeDefault: 50,
  pageSizeMax: 200,
  /** Rows that one page looks at where no index leads to what is asked; a page may be short, the cursor goes on from there. */
  pageScanRowsMax: 20_000,
  /** Products that a total count looks at; it says so when there are more. */
  countedProductsMax: 20_000,
  /** Deliveries that one page looks at where no index leads to what is asked. */
  deliveryScanRowsMax: 5_000,
  /** The database holds to it: limit_event() in packages/db/sql. */
  eventDataBytesMax: 100_000,
  /** Of the data of the events of one page; one event always fits. */
  eventPageBytesMax: 2_000_000,
  /** Products that one page of a list looks at before it asks the search index. */
  listScanRowsMax: 200,
  searchWordsMax: 8,
  searchWordLengthMax: 50,
  /** Products that the search index names at a time. */
  searchCandidatesMax: 500,
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
  feedShardsMax: 50,
  /** A delta remembers the rows of its base while it is made: some 11 bytes of memory for each. */
  deltaRowsMax: 5_000_000,
  /** A writer of Parquet collects rows before it writes them. */
  parquetShardsMax: 8,
  destinationsPerWorkspace: 100,
  pullCredentialsPerFeed: 20,
  pullRequestsPerMinute: 120,
  pullsAtOncePerCredential: 8,
  sftpConnectionsMax: 300,
  sftpConnectionsPerNetworkMax: 20,
  /** A test is several connections to somebody else's server. */
  destinationTestPauseSeconds: 5,
  destinationTestTimeoutMs: 25_000,
  legacyAlgorithmDaysMax: 366,
  apiKeysPerWorkspace: 100,
  invitationsPerWorkspace: 100,
  invitationDays: 7,
  selectionSkusMax: 10_000,
  /** One per currency and country: a product that is sold everywhere has about 250. */
  productPricesMax: 300,
  /** What a product's longest field holds; a list of such texts is no longer to a rule, and none makes more. */
  ruleTextLengthMax: 10_000,
  /** As many as fifty rules read of such a text: rules multiply, and a row must not keep the others waiting. */
  ruleCharactersPerRowMax: 500_000,
  previewProductsMax: 10_000,
  previewSkusMax: 200,
  runIssuesMax: 10_000,
  /** Some 150 bytes of memory for each. */
  comparedVariantsMax: 100_000,
  /** So that one frequent fault does not hide the others. */
  runIssuesPerCodeMax: 1_000,
  /** A file that does not change is delivered again after so many days: partners drop what they do not hear of. */
  unchangedFileDaysMax: 7,
  issueProductsCountedMax: 50_000,
  requestTimeoutMs: 30_000,
  toolPageSizeDefault: 20,
  toolPageSizeMax: 50,
  toolAnswerTokensMax: 24_000,
  /** One product of a list, so that a few long ones do not crowd out the others. */
  toolEntryTokensMax: 5_000,
  toolItemsMax: 100,
  mcpBatchMessagesMax: 20,
  mcpOpenPerWorkspace: 100,
  importBytesMax: 500_000_000,
  importPreviewBytesMax: 1_000_000,
  /** The index of a ZIP archive, and of a workbook, stands at its end: such a file is looked at as a whole. */
  importPreviewZipBytesMax: 20_000_000,
  importPreviewRowsMax: 200,
  importZipEntriesMax: 1_000,
  /** Texts of a workbook stand in a list of their own, which is kept while its rows are read. */
  importSharedTextBytesMax: 64_000_000,
  /** A database dump is read as a whole before its tables can be joined. */
  importDumpRecordsMax: 500_000,
  importUnpackedBytesMax: 4_000_000_000,
  /** A file that unpacks to more than this many times its size, and to more than 50 MB, is taken for a bomb. */
  importUnpackRatioMax: 200,
  importRowsMax: 10_000_000,
  importRowBytesMax: 1_000_000,
  importColumnsMax: 500,
  importColumnNameLengthMax: 200,
  importMappingLengthMax: 10_000,
  importErrorsMax: 10_000,
  importErrorsPerRowMax: 10,
  importsOpenPerWorkspace: 10,
  importRemovalPercentDefault: 20,
  sourcesPerWorkspace: 50,
  sourceRedirectsMax: 5,
  /** Until a host answers, and between two pieces of what it sends. */
  sourceStallMs: 30_000,
  /** From the first request to the last byte. */
  sourceTimeoutMs: 1_800_000,
  /** Between two pieces of an uploaded file. */
  uploadStallMs: 30_000,
  uploadTimeoutMs: 3_600_000,
  liveStreamsPerCaller: 20,
  liveStreamsPerWorkspace: 200,
  liveBeatSeconds: 10,
  publicRequestsPerMinute: 60,
  publicPoolRequestsPerMinute: 2_400,
  /** A quarter of the pool is kept for these: 100 addresses at work cannot keep another one out. */
  publicAssuredRequestsPerMinute: 6,
  publicOpenPerAddress: 10,
  /** Half of the places is kept for these: 50 addresses cannot keep another one out. */
  publicAssuredOpenPerAddress: 2,
  publicOpenMax: 200,
  publicOpenMs: 60_000,
} as const;
