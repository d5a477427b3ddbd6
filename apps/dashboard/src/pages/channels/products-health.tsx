import type { Channel } from "@skucast/contracts/channels/channel";
import { Link } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Badge } from "../../components/badge.js";
import { healthOf } from "./health-of.js";

const FIRST_ENTRY = { limit: 1 } as const;

/** The number of products with errors, linked to the channel. */
export function ProductsHealth({ channel: { id, status } }: { readonly channel: Channel }) {
  const { data } = useApiQuery(
    "listChannelIssues",
    { params: { channel_id: id }, query: FIRST_ENTRY },
    { isEnabled: status !== "archived", isInProgress: ({ is_complete }) => !is_complete },
  );
  if (!data) return null;
  const { tone, text } = healthOf(data);
  return (
    <Link to="/channels/$channelId" params={{ channelId: id }}>
      <Badge tone={tone}>{text}</Badge>
    </Link>
  );
}
