import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** What each limit bounds. A limit without a sentence, or a sentence without a limit, ends the generation. */
const MEANINGS = {
  bodyBytesMax: "Bytes of a request body.",
  batchBodyBytesMax: "Bytes of the body of POST /products/batch.",
  jsonDepthMax: "Nesting of a JSON body.",
  skuLengthMax: "Characters of a SKU.",
  batchItemsMax: "Items of a batch.",
  pageSizeDefault: "Items of a page when `limit` is not given.",
  pageSizeMax: "Largest `limit`.",
  pageScanRowsMax:
    "Rows that one page looks at where no index leads to what is asked; such a page may be short, and its cursor goes on.",
  countedProductsMax: "Products that `include=total_count` looks at; `is_total_exact` is false when there are more.",
  deliveryScanRowsMax:
    "Deliveries that one page of `GET /deliveries`, or with `event_type` or `status_code`, looks at; it may be short, and its cursor goes on.",
  eventDataBytesMax:
    "Bytes of an event's `data`. Of a larger one the largest fields are left out; `data.omitted` names them, `data.url` says where to read all.",
  eventPageBytesMax: "Bytes of the data of the events of one page of `GET /events`; one event always fits.",
  listScanRowsMax: "Products that one page of a list looks at, as they are now, before it asks the search index.",
  searchWordsMax: "Words that a search looks at; the others are left out.",
  searchWordLengthMax: "Characters of such a word.",
  searchCandidatesMax:
    "Products that the search index names at a time, where those that are missing on a page were not enough.",
  requestsPerMinute: "Requests of a workspace in a minute, unless `SKUCAST_REQUESTS_PER_MINUTE` says otherwise.",
  idempotencyKeyLengthMax: "Characters of an Idempotency-Key.",
  idempotencyKeptHours: "Hours that an Idempotency-Key and its answer are kept.",
  urlLengthMax: "Characters of an address in a field.",
  webhookEndpointsPerWorkspace: "Webhook endpoints of a workspace.",
  secretOverlapHoursDefault: "Hours that a replaced signing secret signs beside the new one, unless told otherwise.",
  secretOverlapHoursMax: "The longest such overlap, in hours.",
  formerKeysMax: "Replaced keys that a webhook endpoint signs with at once.",
  webhookHeadersMax: "Headers of its owner's that a webhook endpoint's requests carry.",
  webhookHeadersBytesMax: "Bytes of their names and values together.",
  clientCertificateBytesMax: "Characters of a client certificate with its chain, and of its private key, in PEM.",
  channelsPerWorkspace: "Channels of a workspace.",
  feedsPerWorkspace: "Feeds of a workspace.",
  feedShardsMax: "Files that a feed is cut into.",
  deltaRowsMax: "Rows of a run that a delta is made against; after a larger one every row is delivered.",
  parquetShardsMax: "Files that a feed in Parquet is cut into, whose writer collects rows in memory.",
  destinationsPerWorkspace: "Destinations of a workspace.",
  pullCredentialsPerFeed: "Pull credentials of a feed that are not revoked.",
  pullRequestsPerMinute:
    "Requests that a pull credential may send in a minute, and misses of a network address, in each process.",
  pullsAtOncePerCredential: "Files that a pull credential fetches over HTTPS at once, in each process.",
  sftpConnectionsMax:
    "SFTP connections that the feed-server holds at once, in each process, unless `SKUCAST_SFTP_CONNECTIONS_MAX` says otherwise.",
  sftpConnectionsPerNetworkMax:
    "Of these, connections of one network (an IPv4 address, an IPv6 /64), unless `SKUCAST_SFTP_CONNECTIONS_PER_NETWORK_MAX` says otherwise.",
  destinationTestPauseSeconds: "Seconds between two tests or verifications of a destination.",
  destinationTestTimeoutMs: "Milliseconds that the test or the verification of a destination may take.",
  legacyAlgorithmDaysMax: "Days that a destination may be offered old algorithms for.",
  apiKeysPerWorkspace: "API keys of a workspace that are not revoked.",
  invitationsPerWorkspace: "Open invitations of a workspace.",
  invitationDays: "Days that an invitation's link works.",
  comparedVariantsMax: "Variants of a run or a preview that are compared with each other for the same options.",
  productPricesMax: "Entries of a product's `prices`, one per currency and country.",
  selectionSkusMax: "SKUs that a channel's selection names in, and as many that it names out.",
  ruleTextLengthMax: "Characters of a text that a channel's rule makes.",
  ruleCharactersPerRowMax: "Characters that the rules of a channel read and make of one row together.",
  previewProductsMax: "Products that one preview of a channel looks at; its cursor goes on from there.",
  previewSkusMax: "SKUs that a preview can be asked about by name.",
  runIssuesMax: "Issues of a run that are kept and can be listed.",
  runIssuesPerCodeMax: "Issues of one code among them.",
  unchangedFileDaysMax: "Days after which a feed's files are delivered again although they have not changed.",
  issueProductsCountedMax: "Products with issues that are counted in a channel's summary; it says when there are more.",
  requestTimeoutMs: "Milliseconds that a request may take; 503 after that.",
  toolPageSizeDefault: "Entries that an MCP tool lists when `limit` is not given.",
  toolPageSizeMax: "Largest `limit` of an MCP tool.",
  toolAnswerTokensMax:
    "Tokens of an MCP tool's answer, counted so that no script costs a model more; it says what was cut and how to get it.",
  toolEntryTokensMax: "Tokens of one entry of such an answer's list; the longest fields are left out and named.",
  toolItemsMax: "Products or SKUs that one call of an MCP tool looks up, checks, writes or deletes.",
  mcpBatchMessagesMax: "Messages of a JSON-RPC batch, which only the oldest MCP clients send.",
  mcpOpenPerWorkspace: "Requests and streams of a workspace that are open at `/mcp` at once, in each process.",
  importBytesMax: "Bytes of a file that is imported, as it is sent.",
  importPreviewBytesMax: "Bytes of a file's beginning that is sent to be looked at before its import.",
  importPreviewZipBytesMax:
    "Bytes of a ZIP archive or a workbook that is looked at before its import: it is sent whole.",
  importZipEntriesMax: "Files of a ZIP archive that is imported.",
  importSharedTextBytesMax: "Characters of the different texts of a workbook.",
  importDumpRecordsMax: "Records of a database dump.",
  importPreviewRowsMax: "Rows of it that are looked at.",
  importUnpackedBytesMax: "Bytes of such a file when it is unpacked.",
  importUnpackRatioMax: "How many times its size a compressed file may unpack to, where that is more than 50 MB.",
  importRowsMax: "Rows of such a file, unless `SKUCAST_IMPORT_ROWS` says otherwise.",
  importRowBytesMax: "Bytes of one row of it.",
  importColumnsMax: "Columns of it.",
  importColumnNameLengthMax: "Characters of a column's name.",
  importMappingLengthMax: "Characters of the mapping of an import.",
  importErrorsMax: "Faults that an import's error file lists; all are counted.",
  importErrorsPerRowMax: "Faults of one row that it lists.",
  importsOpenPerWorkspace: "Imports of a workspace that wait or run.",
  sourcesPerWorkspace: "Sources of a workspace.",
  sourceRedirectsMax: "Redirects that are followed when a source is fetched.",
  sourceStallMs: "Time until a source's host answers, and between two pieces of what it sends.",
  sourceTimeoutMs: "Time that fetching a source's file takes at most.",
  importRemovalPercentDefault:
    "Share of the products, in percent, that an import in mode `replace` may remove, unless told otherwise.",
  uploadStallMs: "Milliseconds without a byte after which an upload is given up.",
  uploadTimeoutMs: "Milliseconds that an upload may take.",
  liveStreamsPerCaller: "Streams of `GET /live` that a person, app or key has open at once, in each process.",
  liveStreamsPerWorkspace: "Streams of `GET /live` of a workspace that are open at once, in each process.",
  liveBeatSeconds: "Seconds between two signs of life of such a stream.",
  publicRequestsPerMinute:
    "Requests of an address to `/mcp/public` in a minute, unless `SKUCAST_PUBLIC_REQUESTS_PER_MINUTE` says otherwise.",
  publicPoolRequestsPerMinute:
    "Requests of all addresses to `/mcp/public` in a minute, in each process, unless `SKUCAST_PUBLIC_POOL_REQUESTS_PER_MINUTE` says otherwise.",
  publicAssuredRequestsPerMinute:
    "Of these, requests that an address gets through however many others ask, as long as fewer than 100 do (a quarter of the pool by this).",
  publicAssuredOpenPerAddress:
    "Of these, requests of an address that are let in however many others are, as long as fewer than 50 addresses have any.",
  publicOpenPerAddress: "Requests of an address that are open at `/mcp/public` at once, in each process.",
  publicOpenMax: "Requests that are open at `/mcp/public` at once, in each process.",
  publicOpenMs: "Milliseconds after which a request to `/mcp/public` is broken off.",
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

They stand in one place, \`packages/contracts/src/limits.ts\`. Lengths of single fields are in [openapi.json](openapi.json).

${table(["What", "Limit", "Name in the code"], rows)}
`;
}
