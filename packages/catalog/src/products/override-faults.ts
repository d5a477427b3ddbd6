import { pointerOf } from "@skucast/contracts/faults";
import { isJsonObject } from "@skucast/contracts/merge-patch";
import { nearest, nearestName } from "@skucast/contracts/nearest";
import type { Binding } from "@skucast/contracts/principal";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import type { ProductBody } from "@skucast/contracts/products/product";
import { type ChannelName, listChannelNames } from "@skucast/db/channels/list-channel-names";
import type { Database } from "@skucast/db/database";
import { overridableNames } from "@skucast/profiles/channel/overridable-names";
import type { ParsedItem } from "./parse-items.js";

/** Limits the searches for the nearest known name. */
const FAULTS_MAX = 10;

/** Errors of bodies that override unknown channels, or fields that the channel's profile does not have. */
export async function overrideFaultsOf<Body extends Pick<ProductBody, "channel_overrides">>(
  { db }: { readonly db: Database },
  binding: Binding,
  bodies: readonly Body[],
): Promise<ReadonlyMap<Body, readonly Fault[]>> {
  const overriding = bodies.filter(({ channel_overrides: overrides }) => setsValues(overrides));
  if (overriding.length === 0) return new Map();
  const channels = await listChannelNames(db, binding);
  const checked = overriding.map((body) => [body, faultsIn(body.channel_overrides ?? {}, channels)] as const);
  return new Map(checked.filter(([, faults]) => faults.length > 0));
}

/** The items of a batch, with a problem in place of each item that has such errors. */
export async function rejectUnknownOverrides(
  deps: { readonly db: Database },
  binding: Binding,
  items: readonly ParsedItem[],
): Promise<readonly ParsedItem[]> {
  const faultsOf = await overrideFaultsOf(
    deps,
    binding,
    items.flatMap((item) => ("body" in item ? [item.body] : [])),
  );
  return items.map((item) => {
    const faults = "body" in item ? faultsOf.get(item.body) : undefined;
    return "body" in item && faults ? { sku: item.body.sku, problem: validationFailed(faults) } : item;
  });
}

/** Whether any override has a value. null removes an override, even that of a deleted channel. */
const setsValues = (overrides: ProductBody["channel_overrides"]): boolean =>
  Object.values(overrides ?? {}).some((values) => Object.values(values ?? {}).some((value) => value !== null));

function faultsIn(overrides: NonNullable<ProductBody["channel_overrides"]>, channels: readonly ChannelName[]): Fault[] {
  const faults: Fault[] = [];
  for (const [id, values] of Object.entries(overrides)) {
    if (!isJsonObject(values)) continue;
    const channel = channels.find((each) => each.id === id);
    if (!channel) faults.push(unknownChannel(id, channels));
    else faults.push(...unknownNames(channel, values));
    if (faults.length >= FAULTS_MAX) break;
  }
  return faults.slice(0, FAULTS_MAX);
}

function unknownChannel(given: string, channels: readonly ChannelName[]): Fault {
  const near = channelNear(given, channels);
  const hint = near ? `; did you mean ${near.id} (${near.name})?` : "; GET /channels lists them";
  const message = `is not the id of a channel${hint}`;
  return { pointer: pointerOf(["channel_overrides", given]), code: "unknown_channel", message };
}

/** The channel that was probably meant: by name, by profile, or by a similar id. */
function channelNear(given: string, channels: readonly ChannelName[]): ChannelName | undefined {
  const word = given.toLowerCase();
  const byProfile = channels.find(({ profile }) => profile === word || profile.startsWith(`${word}@`));
  const byName = channels.find(({ name }) => name.toLowerCase() === word);
  const near = nearest(
    given,
    channels.flatMap(({ id, name, profile }) => [id, name, profile]),
  );
  return byName ?? byProfile ?? channels.find(({ id, name, profile }) => [id, name, profile].includes(near ?? ""));
}

function unknownNames({ id, profile, definition }: ChannelName, values: Readonly<Record<string, unknown>>): Fault[] {
  const known = overridableNames({ profile, definition });
  const unknown = Object.keys(values).filter((name) => values[name] !== null && !known.includes(name));
  return unknown.slice(0, FAULTS_MAX).map((name) => {
    const near = nearestName(name, known);
    const hint = near ? `; did you mean ${near}?` : "";
    const message = `is neither a column of ${profile} nor a product field behind one${hint}`;
    return { pointer: pointerOf(["channel_overrides", id, name]), code: "unknown_field", message };
  });
}
