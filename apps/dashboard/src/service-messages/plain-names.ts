import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { texts } from "../texts/texts.js";

/** What fields, values and rules with technical names are called in the dashboard. */
const names = (): Readonly<Record<string, string>> => ({
  ...texts.channels.rules,
  ...texts.products.conditions,
  ...texts.products.availabilities,
  ...texts.channels.defaults,
  ...texts.fields,
});

/** The name of a channel's column for people: that of the product's field behind it, or its own in plain words. */
export function columnName(column: string, profile: Pick<ChannelProfile, "columns"> | undefined): string {
  const known = names();
  const from = profile?.columns.find(({ name }) => name === column)?.from;
  return known[from ?? column] ?? known[column] ?? spaced(column);
}

function spaced(column: string): string {
  const text = column.replaceAll(/[_.]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence of the service without technical names, such as `image_url`. */
export function withPlainNames(sentence: string): string {
  const known = names();
  return sentence.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => known[name] ?? name);
}
