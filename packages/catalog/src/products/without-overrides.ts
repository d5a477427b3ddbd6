import { type Decision, decideChange, type StoredState } from "./decide-product.js";

/** Decides to remove a product's overrides for some channels, as a patch would. Removing the last one removes the field. */
export const withoutOverrides =
  (sku: string, channelIds: ReadonlySet<string>) =>
  (stored: StoredState | null): Decision =>
    decideChange({ sku, body: patchFor(stored, channelIds), mode: "merge", mustExist: true }, stored);

function patchFor(stored: StoredState | null, channelIds: ReadonlySet<string>) {
  const present = Object.keys(stored?.content?.channel_overrides ?? {});
  const removed = present.filter((id) => channelIds.has(id));
  if (removed.length === 0) return {};
  const isLast = removed.length === present.length;
  return { channel_overrides: isLast ? null : Object.fromEntries(removed.map((id) => [id, null])) };
}
