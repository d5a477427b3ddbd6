import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed, FeedCreate } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { formatOf } from "@skucast/profiles/formats/format-of";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { assertScheduleValid } from "../schedules.js";
import { runChange } from "../transactions.js";
import { assertColumnsKnown } from "./assert-columns-known.js";
import { assertDeltaAllowed } from "./assert-delta-allowed.js";
import { assertFeedFileNamesFree } from "./assert-file-names-free.js";
import { assertFileOptionsMatch } from "./assert-file-options.js";
import { assertFormatAccepted } from "./assert-format-accepted.js";
import { assertProductsDeliverable } from "./assert-products-deliverable.js";
import { assertReferencesExist } from "./assert-references-exist.js";
import { feedColumns, renderFeed } from "./feed-row.js";

export function createFeed(call: Call<{ feed: FeedCreate } & WriteOptions>): Promise<Feed> {
  const { feed } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const channelId = feed.channel_id;
    const count = () => tx.feed.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: call.ctx.quotas.feeds, noun: "feeds" });
    assertFileOptionsMatch(feed);
    assertScheduleValid(feed.schedule, now);
    await assertReferencesExist(change, { channelId, deliveries: feed.deliveries });
    const profile = await assertFormatAccepted(change, feed);
    await assertColumnsKnown(change, feed);
    await assertDeltaAllowed(change, feed);
    await assertProductsDeliverable(change, feed);
    const named = { ...feed, file_name: feed.file_name ?? defaultFileName(feed, profile) };
    await assertFeedFileNamesFree(change, named);
    const columns = feedColumns(named, now);
    const id = newId("feed", now.getTime());
    const data = { workspaceId, id, channelId, ...columns, createdAt: now, updatedAt: now };
    const created = await renderFeed(change, await tx.feed.create({ data }));
    await append("feed.created", created, {});
    await audit("feed.created", id, { name: created.name, channel_id: channelId });
    return created;
  });
}

const defaultFileName = ({ format, compression }: FeedCreate, profile: ProfileDefinition): string =>
  `products.${formatOf(profile, format).extension}${EXTENSIONS[compression]}`;

const EXTENSIONS = { none: "", gzip: ".gz", zip: ".zip", zstd: "" } as const;
