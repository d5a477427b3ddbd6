import { channelProfileResource } from "./resources/channel-profile.js";
import type { Resource } from "./resources/define-resource.js";
import { productResource } from "./resources/product.js";
import { runResource } from "./resources/run.js";

/** The resources of /mcp: documents that a user attaches, identified by URI. */
export const RESOURCES: readonly Resource[] = [productResource, channelProfileResource, runResource];
