import { firstIdAt, type IdPrefix } from "@skucast/contracts/ids";

/** A time in which something was made; each end may be open. */
export interface CreatedWithin {
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

/** Which ids a page, newest first, looks at: ids sort by time, so a time is a range of them and needs no other index. */
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
