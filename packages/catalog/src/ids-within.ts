import { firstIdAt, type IdPrefix } from "@skucast/contracts/ids";

/** A range of creation times; each end is optional. */
export interface CreatedWithin {
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

/** The id range of a page, newest first. Ids sort by time, so a time range is an id range and needs no other index. */
export function idsWithin(
  prefix: IdPrefix,
  { after, createdAfter, createdBefore }: CreatedWithin & { readonly after: string },
): { gte: string; lt: string } {
  const before = createdBefore === undefined ? `${prefix}_~` : firstIdAt(prefix, Date.parse(createdBefore));
  return {
    gte: createdAfter === undefined ? `${prefix}_` : firstIdAt(prefix, Date.parse(createdAfter)),
    lt: after !== "" && after < before ? after : before,
  };
}
