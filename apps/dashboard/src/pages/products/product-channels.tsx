import type { ProductChannel } from "@skucast/contracts/listings/listing";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { Badge, type Tone } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { whyText } from "../../listings/why-text.js";
import { texts } from "../../texts/texts.js";

const words = texts.productPages.channels;
const TONES = {
  published: "good",
  pending: "plain",
  held: "warn",
  invalid: "bad",
  excluded: "plain",
} as const satisfies Record<ProductChannel["status"], Tone>;

/** The product's status in each channel, with the reasons. */
export function ProductChannels({ sku }: { readonly sku: string }) {
  const channels = useApiList("listProductChannels", { params: { sku } });
  return (
    <Card title={words.title}>
      <PagedTable
        list={channels}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={({ channel_id }) => channel_id}
        empty={<p className="soft">{words.none}</p>}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<ProductChannel>[] = [
  {
    key: "channel",
    title: words.columns.channel,
    isRowHeader: true,
    cell: ({ channel_id, channel_name }) => (
      <Link to="/channels/$channelId" params={{ channelId: channel_id }}>
        {channel_name}
      </Link>
    ),
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>,
  },
  {
    key: "why",
    title: words.columns.why,
    isStackedOnNarrow: true,
    cell: whyText,
  },
  {
    key: "published",
    title: words.columns.published,
    isHiddenOnNarrow: true,
    cell: ({ last_published_at: at }) => (at ? <RelativeTime at={at} /> : texts.general.never),
  },
];
