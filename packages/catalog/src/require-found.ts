import { Problem } from "@skucast/contracts/problem";

/** Returns the resource; throws not_found, with its noun and id, when it is null. */
export function requireFound<T>(resource: T | null, noun: string, id: string): T {
  if (resource === null) throw new Problem("not_found", `There is no ${noun} with the id ${id}.`);
  return resource;
}
