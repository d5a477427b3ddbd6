import { channelProfileResource } from "./resources/channel-profile.js";
import type { Resource } from "./resources/define-resource.js";
import { importResource } from "./resources/import.js";
import { importedRowResource } from "./resources/imported-row.js";
import { lookupTableResource } from "./resources/lookup-table.js";
import { ownProfileResource } from "./resources/own-profile.js";
import { productResource } from "./resources/product.js";
import { runResource } from "./resources/run.js";

/** The resources of /mcp: documents that a user attaches, identified by URI. */
export const RESOURCES: readonly Resource[] = [
  productResource,
  channelProfileResource,
  ownProfileResource,
  lookupTableResource,
  runResource,
  importResource,
  importedRowResource,
];
