import type { Feed, FeedCreate } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { FORMATS } from "@skucast/profiles/formats/formats";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { assertScheduleValid } from "../schedules.js";
import { runChange } from "../transactions.js";
import { assertDeltaAllowed } from "./assert-delta-allowed.js";
import { assertFeedFileNamesFree } from "./assert-file-names-free.js";
import { assertFileOptionsMatch } from "./assert-file-options.js";
import { assertFormatAccepted } from "./assert-format-accepted.js";
import { assertReferencesExist } from "./assert-references-exist.js";
import { feedColumns, renderFeed } from "./feed-row.js";

export function createFeed(call: Call<{ feed: FeedCreate } & WriteOptions>): Promise<Feed> {
  const { feed } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const channelId = feed.channel_id;
    const count = () => tx.feed.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: LIMITS.feedsPerWorkspace, noun: "feeds" });
    assertFileOptionsMatch(feed);
    assertScheduleValid(feed.schedule, now);
    await assertReferencesExist(change, { channelId, deliveries: feed.deliveries });
    await assertFormatAccepted(change, feed);
    await assertDeltaAllowed(change, feed);
    const named = { ...feed, file_name: feed.file_name ?? defaultFileName(feed) };
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

const defaultFileName = ({ format, compression }: FeedCreate): string =>
  `products.${FORMATS[format].extension}${compression === "gzip" ? ".gz" : ""}`;
