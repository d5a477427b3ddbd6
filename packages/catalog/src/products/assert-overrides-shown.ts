import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { readActorChannels } from "@skucast/db/channels/read-actor-channels";
import type { Call } from "../call.js";

/** `channel_overrides`, or a channel's part of it: in a condition, in a rule, and in the template of a rule. */
const REFERENCE = /\bchannel_overrides\b(?:\.([^|}\s]*))?/gu;
/** The members of conditions and rules that name fields of products. */
const NAMING: ReadonlySet<string> = new Set(["field", "from", "template"]);

/**
 * Rejects conditions and rules that read the overrides of channels which the caller may not see. Which products match them
 * would say which products have such overrides.
 */
export async function assertOverridesShown({ ctx, principal }: Call<unknown>, ...given: unknown[]): Promise<void> {
  const channelIds = given.flatMap(channelIdsIn);
  if (channelIds.length === 0) return;
  const visible = await readActorChannels(ctx.db, bindingOf(principal));
  const hidden = visible && channelIds.find((channelId) => !visible.has(channelId));
  if (typeof hidden !== "string") return;
  const which = hidden === "" ? "of all channels" : `of the channel ${hidden}`;
  throw new Problem(
    "forbidden",
    `You may not see the channel_overrides ${which}; name one of your channels: channel_overrides.ch_….`,
  );
}

/** The channels whose overrides are read anywhere in a value; empty for those of all channels. */
function channelIdsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === "string" && NAMING.has(name)
      ? [...member.matchAll(REFERENCE)].map(([, channelId = ""]) => channelId)
      : channelIdsIn(member),
  );
}
