import type { Prompt } from "./prompts/define-prompt.js";
import { explainRun } from "./prompts/explain-run.js";
import { prepareForChannel } from "./prompts/prepare-for-channel.js";
import { reviewBrand } from "./prompts/review-brand.js";
import { reviewProduct } from "./prompts/review-product.js";
import { runFeedNow } from "./prompts/run-feed-now.js";

/** The prompts of /mcp, in the order shown to clients. */
export const PROMPTS: readonly Prompt[] = [prepareForChannel, reviewProduct, reviewBrand, explainRun, runFeedNow];
