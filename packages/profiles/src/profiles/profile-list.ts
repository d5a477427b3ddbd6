import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { acpFeed20260417 } from "./acp-feed-2026-04-17.js";
import { generic1 } from "./generic-1.js";
import { googleMerchant202610 } from "./google-merchant-2026-10.js";
import { metaCatalog202604 } from "./meta-catalog-2026-04.js";
import { openaiProducts202509 } from "./openai-products-2025-09.js";
import { openaiProducts202606 } from "./openai-products-2026-06.js";
import { openaiProducts202609 } from "./openai-products-2026-09.js";
import { stripeAgentic202605 } from "./stripe-agentic-2026-05.js";
import { stripeAgentic202611 } from "./stripe-agentic-2026-11.js";

export type ProfileName = (typeof CHANNEL_PROFILES)[number];

/** Every profile name that a channel may have: with a version, or without one for the newest. */
export const PROFILES = {
  acp_feed: acpFeed20260417,
  "acp_feed@2026-04-17": acpFeed20260417,
  generic: generic1,
  "generic@1": generic1,
  google_merchant: googleMerchant202610,
  "google_merchant@2026-10": googleMerchant202610,
  meta_catalog: metaCatalog202604,
  "meta_catalog@2026-04": metaCatalog202604,
  openai_products: openaiProducts202609,
  "openai_products@2025-09": openaiProducts202509,
  "openai_products@2026-06": openaiProducts202606,
  "openai_products@2026-09": openaiProducts202609,
  stripe_agentic: stripeAgentic202611,
  "stripe_agentic@2026-05": stripeAgentic202605,
  "stripe_agentic@2026-11": stripeAgentic202611,
} as const satisfies Record<ProfileName, ProfileDefinition>;

/** Whether a profile has this name. */
export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name);

/** The built-in profile with this name. Throws if there is none; the API does not store such a name. */
export function profileNamed(name: string): ProfileDefinition {
  if (!isProfileName(name)) throw new Error(`there is no channel profile ${JSON.stringify(name)}`);
  return PROFILES[name];
}
