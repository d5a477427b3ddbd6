import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";

/** The `object` of a profile's events: what distinguishes its versions, without the columns themselves. */
export const profileEventObject = ({ name, version, title, formats, columns }: ProfileDefinition) => ({
  id: name,
  version: Number(version),
  title,
  formats,
  column_count: columns.length,
});
