import type { Destination } from "@skucast/contracts/destinations/destination";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { destinationOf } from "./destination-row.js";

/** A page of destinations, oldest first. */
export function listDestinations(call: Call<PageRequest>): Promise<Page<Destination>> {
  const { after, limit } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    const where = { workspaceId, id: { gt: after } };
    const rows = await tx.destination.findMany({ where, orderBy: { id: "asc" }, take: limit + 1 });
    return pageOf(rows.map(destinationOf), limit);
  });
}
