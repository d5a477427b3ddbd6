import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** What each limit bounds. A limit without a sentence, or a sentence without a limit, is an error. */
const MEANINGS = {
  bodyBytesMax: "Bytes of a request body.",
  batchBodyBytesMax: "Bytes of the body of POST /products/batch.",
  jsonDepthMax: "Nesting of a JSON body.",
  jsonContainersMax: "Objects and lists of a JSON body together.",
  skuLengthMax: "Characters of a SKU.",
  productsPerWorkspace: "Products of a workspace. `SKUCAST_QUOTA_PRODUCTS` changes it.",
  catalogBytesPerWorkspace:
    "Bytes of a workspace's products, as the API returns them. `SKUCAST_QUOTA_CATALOG_BYTES` changes it.",
  batchItemsMax: "Items of a batch.",
  pageSizeDefault: "Default page size (`limit`).",
  pageSizeMax: "Largest `limit`.",
  pageScanRowsMax:
    "Rows that one page of a list without a fitting index reads. The page may be shorter than `limit`; its cursor continues.",
  countedProductsMax: "Products that `include=total_count` counts; `is_total_exact` is false when there are more.",
  deliveryScanRowsMax:
    "Deliveries that one page of `GET /deliveries`, or of a list with `event_type` or `status_code`, reads. The page may be shorter than `limit`; its cursor continues.",
  eventDataBytesMax:
    "Bytes of an event's `data`. If it is larger, the largest fields are left out: `data.omitted` names them, and `data.url` is where to read the whole object.",
  eventPageBytesMax: "Bytes of event data on one page of `GET /events`. A page always holds at least one event.",
  listPageBytesMax: "Bytes of the products on one page. A page always holds at least one product.",
  renderedPageBytesMax:
    "Bytes of the items on one page of channels, imports or sources. A page always holds at least one item.",
  readProductsBytesMax:
    "Bytes of the stored products that one request reads by their SKUs, such as those that a batch changes. A request with more gets `payload_too_large`.",
  listConditionsLengthMax: "Characters of `conditions` in a list of products.",
  listScanRowsMax: "Products that one page of a list reads directly before it uses the search index.",
  searchWordsMax: "Words of a search; further words are ignored.",
  searchWordLengthMax: "Characters of a word in a search.",
  searchCandidatesMax: "Candidates that are read from the search index at a time to fill a page.",
  requestsPerMinute: "Requests of a workspace per minute. `SKUCAST_REQUESTS_PER_MINUTE` changes it.",
  recentSignInMinutes:
    "Minutes after a sign-in or a confirmation at `/account/confirm` in which a person may manage keys, members and the deletion of the workspace.",
  credentialChangeMinutes:
    "Minutes after a sign-in or a confirmation, with the second factor if the account has one, in which a person may change passkeys, the authenticator app, recovery codes or the address, or delete the account.",
  workspaceDeletionDays: "Days between the request to delete a workspace and its deletion.",
  workspaceDeletionRequestsPerDay: "Requests to delete a workspace in a day. Each can be cancelled.",
  productExportDays: "Days for which the file of an export of products can be downloaded.",
  productExportsKept: "Exports of products of a workspace whose files are kept.",
  workspaceExportDays: "Days for which the archive of an export of a workspace can be downloaded.",
  workspaceExportsKept: "Exports of a workspace that are kept.",
  workspaceArchiveBytesMax: "Bytes of an archive that is imported into a workspace.",
  workspaceArchiveUnpackedBytesMax: "Bytes of an archive's unpacked files.",
  idempotencyKeyLengthMax: "Characters of an Idempotency-Key.",
  idempotencyKeptHours: "Hours for which an Idempotency-Key and its response are kept.",
  problemMailsPerHour:
    "Mails about problems of a workspace within a clock hour, to each of its members. A summary lists the others.",
  unreadIncidentsCounted: "Unread problems of a workspace that are counted for a person.",
  urlLengthMax: "Characters of a URL in a field.",
  webhookEndpointsPerWorkspace: "Webhook endpoints of a workspace. `SKUCAST_QUOTA_WEBHOOK_ENDPOINTS` lowers it.",
  secretOverlapHoursDefault:
    "Hours for which a replaced signing secret still signs along with the new one, by default.",
  secretOverlapHoursMax: "Longest overlap of a replaced and a new signing secret, in hours.",
  formerKeysMax: "Replaced keys that a webhook endpoint still signs with at the same time.",
  webhookHeadersMax: "Custom headers of a webhook endpoint.",
  webhookHeadersBytesMax: "Bytes of the names and values of these headers together.",
  clientCertificateBytesMax: "Characters of a client certificate with its chain, and of its private key, in PEM.",
  channelsPerWorkspace: "Channels of a workspace. `SKUCAST_QUOTA_CHANNELS` lowers it.",
  feedsPerWorkspace: "Feeds of a workspace. `SKUCAST_QUOTA_FEEDS` lowers it.",
  channelProfilesPerWorkspace: "Channel profiles of a workspace, next to the built-in ones.",
  channelProfileVersionsMax: "Versions of a channel profile that are kept; older ones only while a channel pins them.",
  channelProfileBytesMax: "Size of a channel profile as JSON.",
  channelDaysKept: "Days for which the daily counts of a channel's products and issues are kept.",
  channelDayIssuesMax: "Issue codes of a channel that are counted for a day, the most frequent ones.",
  lookupTablesPerWorkspace: "Lookup tables of a workspace.",
  lookupTablesPerChannel: "Lookup tables that the rules of one channel use.",
  lookupRowsMax: "Rows of a lookup table.",
  lookupRowsPatchedMax: "Rows of a lookup table that one PATCH sets or removes.",
  lookupBytesMax: "Size of the keys and values of a lookup table.",
  lookupCacheBytesMax: "Size of the lookup tables that a process keeps after it used them.",
  feedShardsMax: "Files that a feed is split into.",
  deltaRowsMax:
    "Rows of the previous run that a delta is computed against. After a larger run, every row is delivered.",
  parquetShardsMax:
    "Files that a Parquet feed is split into. It is lower because the Parquet writer collects rows in memory.",
  destinationsPerWorkspace: "Destinations of a workspace. `SKUCAST_QUOTA_DESTINATIONS` lowers it.",
  pullCredentialsPerFeed: "Pull credentials of a feed that are not revoked.",
  pullRequestsPerMinute:
    "Requests per minute of a pull credential, and failed logins per minute of a network address, in each process.",
  pullsAtOncePerCredential: "Simultaneous HTTPS downloads of a pull credential, in each process.",
  sftpConnectionsMax:
    "Simultaneous SFTP connections to each feed-server process. `SKUCAST_SFTP_CONNECTIONS_MAX` changes it.",
  sftpConnectionsPerNetworkMax:
    "Simultaneous SFTP connections from one network (an IPv4 address or an IPv6 /64). `SKUCAST_SFTP_CONNECTIONS_PER_NETWORK_MAX` changes it.",
  destinationTestPauseSeconds: "Seconds between two tests or verifications of a destination.",
  destinationTestTimeoutMs: "Milliseconds that the test or the verification of a destination may take.",
  legacyAlgorithmDaysMax: "Days for which a destination may use outdated algorithms.",
  domainsPerWorkspace: "Domains of a workspace.",
  savedViewsPerList: "Views of one list that a person can save in a workspace.",
  savedViewNameLengthMax: "Characters of the name of a saved view.",
  savedViewFiltersMax: "Filters of a saved view.",
  savedViewFilterLengthMax: "Characters of the value of one of these filters.",
  savedViewColumnsMax: "Columns of a saved view.",
  apiKeysPerWorkspace: "API keys of a workspace that are not revoked.",
  invitationsPerWorkspace: "Open invitations of a workspace.",
  invitationDays: "Days for which the link of an invitation works.",
  invitationMailsPerAddress:
    "Mails with invitations to one address in an hour, of all workspaces together. Further invitations are created without a mail.",
  invitationMailsPerHour:
    "Mails with invitations of a workspace, and of a person in all workspaces, in an hour. Further invitations are created without a mail.",
  comparedVariantsMax: "Variants of a run or a preview that are compared with each other for the same options.",
  comparedIdsMax:
    "Products of a preview whose ids are compared with each other, and products of a run that an issue names because they have the id of another.",
  productPricesMax: "Entries of a product's `prices`, one per currency and country.",
  productLanguagesMax: "Languages in a product's `translations`.",
  selectionSkusMax: "SKUs that a channel's selection includes by name, and as many that it excludes by name.",
  conditionsInGroupMax: "Conditions in one list: of a selection, of a rule, or of a group in them.",
  conditionsMax: "Conditions of a selection or a rule, including those in groups.",
  conditionDepthMax: "Levels of groups of conditions in groups.",
  rulePatternLengthMax: "Characters of a regular expression.",
  rulePatternSizeMax: "Instructions of a compiled regular expression.",
  rulePatternsMax: "Regular expressions in all rules of a channel.",
  ruleTextLengthMax: "Characters of a string that a rule of a channel produces.",
  ruleCharactersPerRowMax:
    "Characters that all rules of a channel together read and produce for one row. A comparison counts a quarter of what it reads. A regular expression counts more the longer it is, and again for each match that it replaces.",
  renderingTimeoutMs:
    "Time that a preview or a validation may take, in milliseconds. A preview then returns what it has examined, and a cursor.",
  renderingsPerWorkspace: "Previews and validations of a workspace that are open at the same time, in each process.",
  previewProductsMax: "Products that one preview of a channel reads; its cursor continues from there.",
  previewSkusMax: "SKUs that a preview request can name.",
  runIssuesMax: "Issues of a run that are kept and can be listed.",
  runIssuesPerCodeMax: "Kept issues of a run with the same code.",
  unchangedFileDaysMax: "Days after which the files of a feed are delivered again even if they have not changed.",
  issueCausesMax:
    "Causes of issues (code and column) that the summary of a channel lists, errors and the most frequent first.",
  issueProductsCountedMax: "Products with issues that the summary of a channel counts; it reports when there are more.",
  requestTimeoutMs: "Milliseconds that a request may take; then it is answered with 503.",
  toolPageSizeDefault: "Entries that an MCP tool lists when `limit` is not given.",
  toolPageSizeMax: "Largest `limit` of an MCP tool.",
  toolAnswerTokensMax:
    "Tokens of the result of an MCP tool, by an estimate that is high enough for every script. A result that was cut says how to get the rest.",
  toolEntryTokensMax: "Tokens of one list entry in such a result; its longest fields are left out and named.",
  toolItemsMax: "Products or SKUs that one call of an MCP tool reads, checks, writes or deletes.",
  toolArgumentsMax: "Arguments of a call of a tool or prompt over MCP.",
  toolTrendDaysMax: "Largest `trend_days` of `get_channel_issues`.",
  toolTrendHoursMax: "Largest `trend_hours` of `list_webhook_deliveries`.",
  mcpBatchMessagesMax: "Messages of a JSON-RPC batch, which only the oldest MCP clients send.",
  mcpOpenPerWorkspace: "Open requests and streams of a workspace at `/mcp`, in each process.",
  importBytesMax: "Bytes of an imported file, as it is sent.",
  importPreviewBytesMax: "Bytes from the start of a file that are sent for a preview of its import.",
  importPreviewZipBytesMax: "Bytes of a ZIP archive or workbook that is sent for a preview; it has to be sent whole.",
  importZipEntriesMax: "Files in an imported ZIP archive.",
  importSharedTextBytesMax: "Characters of the shared strings of a workbook.",
  importDumpRecordsMax: "Records of a database dump.",
  importPreviewRowsMax: "Rows that a preview of an import reads.",
  importUnpackedBytesMax: "Bytes of an imported file after decompression.",
  importUnpackRatioMax: "Largest compression ratio of a file that decompresses to more than 50 MB.",
  importRowsMax: "Rows of an imported file. `SKUCAST_IMPORT_ROWS` changes it.",
  importRowBytesMax: "Bytes of one row of an imported file.",
  importColumnsMax: "Columns of an imported file.",
  importColumnNameLengthMax: "Characters of a column name.",
  importMappingLengthMax: "Characters of the mapping of an import.",
  importErrorsMax: "Errors in the error file of an import; all errors are counted.",
  importErrorsPerRowMax: "Errors of one row in the error file.",
  importErrorGroupsMax: "Kinds of errors that are listed with an import.",
  importFaultyBytesMax: "Bytes of the rows with errors that an import keeps to be corrected.",
  importFaultyRowsKeptDays: "Days for which an ended import keeps them.",
  importOutcomesKeptDays: "Days for which an ended import keeps what became of each row and cell.",
  importsOpenPerWorkspace: "Pending and running imports of a workspace.",
  sourcesPerWorkspace: "Sources of a workspace. `SKUCAST_QUOTA_SOURCES` lowers it.",
  sourceRedirectsMax: "Redirects that are followed when the file of a source is fetched.",
  sourceStallMs: "Milliseconds until the host of a source responds, and between two parts of its response.",
  sourceTimeoutMs: "Milliseconds that fetching the file of a source may take.",
  sourceBytesPerSecondMin:
    "Bytes per second that the host of a source must send, on average over each window after the first one.",
  sourceWindowMs: "Milliseconds of such a window.",
  importRemovalPercentDefault:
    "Share of the products, in percent, that an import in mode `replace` may remove by default.",
  batchesOpenMax: "Requests with a body above the usual limit that a workspace has open, in each process.",
  uploadsOpenMax: "Files that a workspace sends at once, in each process.",
  uploadStallMs: "Milliseconds without data after which an upload is aborted.",
  uploadTimeoutMs: "Milliseconds that an upload may take.",
  liveStreamsPerCaller: "Open streams of `GET /live` of a user, app or key, in each process.",
  liveStreamsPerWorkspace: "Open streams of `GET /live` of a workspace, in each process.",
  liveBeatSeconds: "Seconds between two heartbeats of such a stream.",
  publicRequestsPerMinute:
    "Requests of an IP address to `/mcp/public` per minute. `SKUCAST_PUBLIC_REQUESTS_PER_MINUTE` changes it.",
  publicPoolRequestsPerMinute:
    "Requests of all IP addresses together to `/mcp/public` per minute, in each process. `SKUCAST_PUBLIC_POOL_REQUESTS_PER_MINUTE` changes it.",
  publicAssuredRequestsPerMinute:
    "Of these, requests per minute that are reserved for each IP address while fewer than 100 addresses send requests.",
  publicAssuredOpenPerAddress:
    "Of the open requests, those that are reserved for each IP address while fewer than 50 addresses have any.",
  publicOpenPerAddress: "Open requests of an IP address at `/mcp/public`, in each process.",
  publicOpenMax: "Open requests at `/mcp/public`, in each process.",
  publicOpenMs: "Milliseconds after which a request to `/mcp/public` is aborted.",
};

/** Every limit with its value. */
export async function renderLimits() {
  const { LIMITS } = await built("packages/contracts", "limits");
  const unknown = [...Object.keys(LIMITS), ...Object.keys(MEANINGS)].filter(
    (name) => !(name in LIMITS && name in MEANINGS),
  );
  if (unknown.length > 0) throw new Error(`scripts/docs/limits.mjs and LIMITS disagree about ${unknown.join(", ")}.`);
  const rows = Object.entries(LIMITS).map(([name, value]) => [MEANINGS[name], value.toLocaleString("en"), code(name)]);
  return `${GENERATED}
# Limits

All limits are defined in \`packages/contracts/src/limits.ts\`. The lengths of single fields are in [openapi.json](openapi.json).

${table(["What", "Limit", "Name in the code"], rows)}
`;
}
