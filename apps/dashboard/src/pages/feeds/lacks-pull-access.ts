import type { Feed } from "@skucast/contracts/feeds/feed";
import type { PullCredential, PullType } from "@skucast/contracts/pull-credentials/pull-credential";

/** The protocols that a feed's files can be fetched over. */
export const pullTypesOf = ({ deliveries }: Pick<Feed, "deliveries">): readonly PullType[] =>
  deliveries.flatMap(({ type }) => (type === "sftp_push" ? [] : [type]));

/** Whether partners are to fetch the feed's files, but no credential lets any of them do so. */
export const lacksPullAccess = (
  feed: Pick<Feed, "deliveries" | "status">,
  credentials: readonly Pick<PullCredential, "type" | "status">[],
): boolean =>
  feed.status !== "archived" &&
  pullTypesOf(feed).length > 0 &&
  !credentials.some(({ type, status }) => status === "active" && pullTypesOf(feed).includes(type));
