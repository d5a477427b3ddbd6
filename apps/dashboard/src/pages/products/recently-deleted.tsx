import { Link } from "@tanstack/react-router";
import type { Entry } from "../../api/client.js";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useRestore } from "../../deletion/use-restore.js";
import { texts } from "../../texts/texts.js";

const words = texts.products.restoration;
const DELETED = { query: { type: "product.deleted" } } as const;

/** Products that were deleted within the time that events are kept, newest first, each with a button that restores it. */
export function RecentlyDeleted({ onClose }: { readonly onClose: () => void }) {
  const events = useApiList("listEvents", DELETED);
  const restore = useRestore();
  return (
    <Dialog title={words.title} lead={words.lead} onClose={onClose}>
      <PagedTable
        list={events}
        caption={words.caption}
        columns={columnsOf((sku) => void restore([sku]))}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.none}</p>}
      />
    </Dialog>
  );
}

const columnsOf = (onRestore: (sku: string) => void): readonly Column<Entry<"listEvents">>[] => [
  {
    key: "sku",
    title: words.columns.sku,
    isRowHeader: true,
    cell: (event) => (
      <Link className="sku" to="/products/$sku" params={{ sku: skuOf(event) }}>
        {skuOf(event)}
      </Link>
    ),
  },
  { key: "at", title: words.columns.at, cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
  {
    key: "act",
    title: <span className="visually-hidden">{words.columns.act}</span>,
    align: "end",
    cell: (event) => (
      <Button
        kind="quiet"
        data-route="batchRestoreProducts"
        aria-label={words.restore(skuOf(event))}
        onClick={() => onRestore(skuOf(event))}
      >
        {words.short}
      </Button>
    ),
  },
];

/** The object of an event about a product is the product. */
const skuOf = ({ data }: Entry<"listEvents">): string => String(data.object.sku ?? "");
