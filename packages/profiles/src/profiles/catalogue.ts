import type { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { generic1 } from "./generic-1.js";
import { openaiProducts202609 } from "./openai-products-2026-09.js";
import type { Profile } from "./profile.js";

type ProfileName = (typeof CHANNEL_PROFILES)[number];

/** Every name a channel may follow: pinned to a version, or bare for the newest. */
export const PROFILES = {
  generic: generic1,
  "generic@1": generic1,
  openai_products: openaiProducts202609,
  "openai_products@2026-09": openaiProducts202609,
} as const satisfies Record<ProfileName, Profile>;

/** The profile a channel names. Throws a sentence for a name that does not exist (the API does not store one). */
export function profileNamed(name: string): Profile {
  if (!Object.hasOwn(PROFILES, name)) throw new Error(`there is no channel profile ${JSON.stringify(name)}`);
  return PROFILES[name as ProfileName];
}
