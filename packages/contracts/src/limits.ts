import { BATCH_ITEMS_MAX, PAGE_SIZE_MAX } from "./list-limits.js";

/** Every limit of the service. Docs and checks are derived from it. */
export const LIMITS = {
  bodyBytesMax: 1_000_000,
  batchBodyBytesMax: 10_000_000,
  jsonDepthMax: 32,
  /** A batch of products with all of their prices has fewer. Millions of brackets take seconds to parse. */
  jsonContainersMax: 300_000,
  skuLengthMax: 100,
  productsPerWorkspace: 10_000_000,
  catalogBytesPerWorkspace: 50_000_000_000,
  batchItemsMax: BATCH_ITEMS_MAX,
  /** In each process. Their bodies, which may be compressed, are in memory until they are answered. */
  batchesOpenMax: 30,
  pageSizeDefault: 50,
  pageSizeMax: PAGE_SIZE_MAX,
  /** Rows that one page examines when no index fits the filters. The page may be short; the cursor continues from there. */
  pageScanRowsMax: 10_000,
  /** Products that a total count examines; the response says if there are more. */
  countedProductsMax: 20_000,
  /** Deliveries that one page examines when no index fits the filters. */
  deliveryScanRowsMax: 5_000,
  /** Enforced by the database: limit_event() in packages/db/sql. */
  eventDataBytesMax: 100_000,
  /** Data of all events of one page; a page always has at least one event. */
  eventPageBytesMax: 2_000_000,
  /** All products of one page; a page always has at least one. */
  listPageBytesMax: 2_000_000,
  /** All channels, imports or sources of one page, which cost more to read; a page always has at least one. */
  renderedPageBytesMax: 500_000,
  /** Stored products that one request reads by their SKUs, together. */
  readProductsBytesMax: 25_000_000,
  /** Characters of the conditions of a list. */
  listConditionsLengthMax: 2_000,
  /** Products that one page of a list examines before it uses the search index. */
  listScanRowsMax: 200,
  searchWordsMax: 8,
  searchWordLengthMax: 50,
  /** Products that the search index returns at a time. */
  searchCandidatesMax: 500,
  requestsPerMinute: 600,
  /** Managing keys, members and the deletion of a workspace requires a sign-in or a confirmation that is this recent. */
  recentSignInMinutes: 60,
  /** Changes of passkeys, authenticator app, recovery codes, password and address, and the deletion of the account. */
  credentialChangeMinutes: 10,
  /** How long a workspace can still be restored after its deletion was requested. */
  workspaceDeletionDays: 14,
  /** Of one day. Each request and each cancellation is mailed to every owner. */
  workspaceDeletionRequestsPerDay: 5,
  /** How long the file of an export of products can be downloaded. */
  productExportDays: 7,
  productExportsKept: 5,
  /** How long the archive of an export of a workspace can be downloaded. */
  workspaceExportDays: 7,
  workspaceExportsKept: 5,
  /** Of an archive that is imported, as it is sent, and unpacked. */
  workspaceArchiveBytesMax: 2_000_000_000,
  workspaceArchiveUnpackedBytesMax: 50_000_000_000,
  idempotencyKeyLengthMax: 255,
  idempotencyKeptHours: 24,
  /** Mails about problems of one workspace within a clock hour. A summary lists the others when the hour is over. */
  problemMailsPerHour: 20,
  unreadIncidentsCounted: 100,
  urlLengthMax: 2048,
  webhookEndpointsPerWorkspace: 50,
  secretOverlapHoursDefault: 24,
  secretOverlapHoursMax: 168,
  /** Replaced keys that an endpoint signs with in addition to its current ones. */
  formerKeysMax: 10,
  /** Custom headers of an endpoint's requests, and their total size. */
  webhookHeadersMax: 16,
  webhookHeadersBytesMax: 8_000,
  clientCertificateBytesMax: 16_000,
  channelsPerWorkspace: 100,
  channelProfilesPerWorkspace: 50,
  lookupTablesPerWorkspace: 100,
  /** Their rows are in memory while products of the channel are rendered. */
  lookupTablesPerChannel: 10,
  lookupRowsMax: 100_000,
  lookupRowsPatchedMax: 10_000,
  /** Of the keys and values of one table. */
  lookupBytesMax: 5_000_000,
  /** Days for which the daily counts of a channel are kept. */
  channelDaysKept: 90,
  /** Issue codes of a channel that are counted for a day. */
  channelDayIssuesMax: 50,
  /** Of the tables that a process keeps after it used them. */
  lookupCacheBytesMax: 50_000_000,
  /** Versions of a profile that are kept; older ones that no channel uses are deleted. */
  channelProfileVersionsMax: 50,
  /** Of a profile's definition: every channel that uses it has a copy. */
  channelProfileBytesMax: 200_000,
  feedsPerWorkspace: 200,
  feedShardsMax: 50,
  /** While a delta is created, the rows of its base are kept in memory, about 11 bytes each. */
  deltaRowsMax: 5_000_000,
  /** Each Parquet writer buffers rows in memory. */
  parquetShardsMax: 8,
  destinationsPerWorkspace: 100,
  pullCredentialsPerFeed: 20,
  pullRequestsPerMinute: 120,
  pullsAtOncePerCredential: 8,
  sftpConnectionsMax: 300,
  sftpConnectionsPerNetworkMax: 20,
  /** A test makes several connections to another party's server. */
  destinationTestPauseSeconds: 5,
  destinationTestTimeoutMs: 25_000,
  legacyAlgorithmDaysMax: 366,
  apiKeysPerWorkspace: 100,
  domainsPerWorkspace: 20,
  /** Of one person, of one list of a workspace. */
  savedViewsPerList: 50,
  savedViewNameLengthMax: 60,
  savedViewFiltersMax: 20,
  savedViewFilterLengthMax: 2_000,
  savedViewColumnsMax: 100,
  invitationsPerWorkspace: 100,
  invitationDays: 7,
  /** Of one hour, in all workspaces together. Mails must not be a way to flood someone's mailbox. */
  invitationMailsPerAddress: 5,
  invitationMailsPerHour: 100,
  selectionSkusMax: 10_000,
  /** Of one list: a channel's selection, an if rule, an exclude rule, or a group in one of them. */
  conditionsInGroupMax: 50,
  /** Of one list, including those in its groups. */
  conditionsMax: 200,
  /** Groups in groups. */
  conditionDepthMax: 3,
  rulePatternLengthMax: 500,
  /** Instructions of a compiled regular expression: matching takes at most this many steps for each character. */
  rulePatternSizeMax: 500,
  /** In all rules of a channel: compiling them takes some 50 ms, in which the process answers no other request. */
  rulePatternsMax: 200,
  /** One per currency and country: a product that is sold worldwide has about 250. */
  productPricesMax: 300,
  /** More than there are in use. Reading a tag that is none takes 60 µs. */
  productLanguagesMax: 1_000,
  /** Length of a product's longest field. Rules read lists only up to this length, and write no longer text. */
  ruleTextLengthMax: 10_000,
  /** Enough for fifty rules that read a text of that length. It limits the time that one row can take. */
  ruleCharactersPerRowMax: 500_000,
  /** Open previews and validations of a workspace in a process. */
  renderingsPerWorkspace: 10,
  /** Shorter than requestTimeoutMs, so that a preview returns what it has examined instead of failing. */
  renderingTimeoutMs: 15_000,
  previewProductsMax: 10_000,
  previewSkusMax: 200,
  runIssuesMax: 10_000,
  /** About 150 bytes of memory each, and as much again for each group. */
  comparedVariantsMax: 100_000,
  /** About 150 bytes of memory each. */
  comparedIdsMax: 100_000,
  /** So that one frequent issue does not hide the others. */
  runIssuesPerCodeMax: 1_000,
  /** An unchanged file is delivered again after this many days, because partners drop products that are not refreshed. */
  unchangedFileDaysMax: 7,
  issueCausesMax: 100,
  issueProductsCountedMax: 50_000,
  requestTimeoutMs: 30_000,
  toolPageSizeDefault: 20,
  toolPageSizeMax: 50,
  toolAnswerTokensMax: 24_000,
  /** For one product of a list, so that a few long ones do not crowd out the others. */
  toolEntryTokensMax: 5_000,
  toolItemsMax: 100,
  /** No tool and no prompt has nearly as many. Reading tens of thousands takes longer than a call. */
  toolArgumentsMax: 500,
  toolTrendDaysMax: 30,
  toolTrendHoursMax: 72,
  mcpBatchMessagesMax: 20,
  mcpOpenPerWorkspace: 100,
  importBytesMax: 500_000_000,
  importPreviewBytesMax: 1_000_000,
  /** ZIP archives and workbooks have their index at the end, so the whole file is needed. */
  importPreviewZipBytesMax: 20_000_000,
  importPreviewRowsMax: 200,
  importZipEntriesMax: 1_000,
  /** The shared strings of a workbook, which are kept in memory while its rows are read. */
  importSharedTextBytesMax: 64_000_000,
  /** A database dump is read completely before its tables can be joined. */
  importDumpRecordsMax: 500_000,
  importUnpackedBytesMax: 4_000_000_000,
  /** A file that unpacks to more than this many times its size, and to more than 50 MB, is rejected as a zip bomb. */
  importUnpackRatioMax: 200,
  importRowsMax: 10_000_000,
  importRowBytesMax: 1_000_000,
  importColumnsMax: 2_000,
  importColumnNameLengthMax: 200,
  importMappingLengthMax: 10_000,
  importErrorsMax: 10_000,
  importErrorsPerRowMax: 10,
  importErrorGroupsMax: 50,
  /** Of the rows with errors or warnings that are kept for a corrected file. */
  importFaultyBytesMax: 10_000_000,
  importFaultyRowsKeptDays: 30,
  importOutcomesKeptDays: 30,
  importsOpenPerWorkspace: 10,
  importRemovalPercentDefault: 20,
  sourcesPerWorkspace: 50,
  sourceRedirectsMax: 5,
  /** Until a host answers, and between two chunks of its response. */
  sourceStallMs: 30_000,
  /** From the first request to the last byte. */
  sourceTimeoutMs: 1_800_000,
  /** In each window after the first one, on average. */
  sourceBytesPerSecondMin: 1_000,
  sourceWindowMs: 60_000,
  /** In each process. Together with the imports that are open, what one workspace has on its disk. */
  uploadsOpenMax: 10,
  /** Between two chunks of an uploaded file. */
  uploadStallMs: 30_000,
  uploadTimeoutMs: 3_600_000,
  liveStreamsPerCaller: 20,
  liveStreamsPerWorkspace: 200,
  liveBeatSeconds: 10,
  publicRequestsPerMinute: 60,
  publicPoolRequestsPerMinute: 2_400,
  /** A quarter of the pool is reserved for these, so that 100 busy addresses cannot lock out another one. */
  publicAssuredRequestsPerMinute: 6,
  publicOpenPerAddress: 10,
  /** Half of the slots is reserved for these, so that 50 addresses cannot lock out another one. */
  publicAssuredOpenPerAddress: 2,
  publicOpenMax: 200,
  publicOpenMs: 60_000,
} as const;
