import type { Feed } from "@skucast/contracts/feeds/feed";
import { validationFailed } from "@skucast/contracts/problem";
import { chosenProfile, type ProfileChoice } from "@skucast/profiles/profiles/profile-of";
import type { Change } from "../transactions.js";
import { profileOfChannel } from "./assert-format-accepted.js";

/** The profile whose rows destinations of type acp send as products. */
const PROFILE = "acp_feed";

/** Rejects a feed that sends other rows than products to a destination of type acp. The caller has locked both. */
export async function assertProductsDeliverable(
  change: Change,
  {
    channel_id: channelId,
    deliveries,
    compression,
    columns,
  }: Pick<Feed, "channel_id" | "deliveries" | "compression" | "columns">,
): Promise<void> {
  const taking = await productDestinations(change);
  const faulty = deliveries.flatMap((delivery, i) =>
    delivery.type === "sftp_push" && taking.has(delivery.destination_id) ? [i] : [],
  );
  if (faulty.length === 0) return;
  if (compression === "zip") {
    const message = "must be none or gzip for a feed that sends products to a destination of type acp";
    throw validationFailed([{ pointer: "/compression", code: "not_allowed", message }]);
  }
  if (columns !== null) {
    const message = "must be null for a feed that sends products to a destination of type acp: it sends whole products";
    throw validationFailed([{ pointer: "/columns", code: "not_allowed", message }]);
  }
  const { name } = await profileOfChannel(change, channelId);
  if (name === PROFILE) return;
  const message = `is a destination of type acp, which takes channels with the profile ${PROFILE}; this channel has ${name}`;
  throw validationFailed(
    faulty.map((i) => ({ pointer: `/deliveries/${i}/destination_id`, code: "not_allowed", message })),
  );
}

/** Rejects another profile for a channel whose feed sends products to a destination of type acp. */
export async function assertProductsKept(
  change: Change,
  { id, ...choice }: { id: string } & ProfileChoice,
): Promise<void> {
  if (chosenProfile(choice).name === PROFILE) return;
  const { tx, workspaceId } = change;
  const taking = await productDestinations(change);
  if (taking.size === 0) return;
  const feeds = await tx.feed.findMany({ where: { workspaceId, channelId: id, status: { not: "archived" } } });
  const feed = feeds.find(({ deliveries }) =>
    (deliveries as Feed["deliveries"]).some((it) => it.type === "sftp_push" && taking.has(it.destination_id)),
  );
  if (!feed) return;
  const message = `must stay ${PROFILE}: ${feed.name} (${feed.id}) sends to a destination of type acp; change its deliveries first`;
  throw validationFailed([{ pointer: "/profile", code: "not_allowed", message }]);
}

async function productDestinations({ tx, workspaceId }: Change): Promise<ReadonlySet<string>> {
  const rows = await tx.destination.findMany({ where: { workspaceId, type: "acp" }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}
