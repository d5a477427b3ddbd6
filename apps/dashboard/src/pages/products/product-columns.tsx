import type { PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { Link } from "@tanstack/react-router";
import type { Entry } from "../../api/client.js";
import { Badge, type Tone } from "../../components/badge.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import type { Selection } from "./use-selection.js";

type Product = Entry<"listProducts">;
const words = texts.products;

const STATUS_TONES = { active: "good", draft: "warn", archived: "plain" } as const satisfies Record<
  (typeof PRODUCT_STATUSES)[number],
  Tone
>;

/** Columns of the product list, with checkboxes if products can be selected. */
export const productColumns = (selection: Selection | null, shown: readonly Product[]): readonly Column<Product>[] => [
  ...(selection === null ? [] : [selectionColumn(selection, shown)]),
  ...COLUMNS,
];

const selectionColumn = ({ selected, toggle }: Selection, shown: readonly Product[]): Column<Product> => ({
  key: "chosen",
  title: (
    <input
      type="checkbox"
      aria-label={words.chooseShown}
      checked={shown.every(({ sku }) => selected.has(sku))}
      onChange={(event) =>
        toggle(
          shown.map(({ sku }) => sku),
          event.target.checked,
        )
      }
    />
  ),
  cell: ({ sku }) => (
    <input
      type="checkbox"
      aria-label={words.choose(sku)}
      checked={selected.has(sku)}
      onChange={(event) => toggle([sku], event.target.checked)}
    />
  ),
});

const COLUMNS: readonly Column<Product>[] = [
  {
    key: "sku",
    title: words.columns.sku,
    isRowHeader: true,
    cell: ({ sku }) => (
      <Link to="/products/$sku" params={{ sku }}>
        {sku}
      </Link>
    ),
  },
  {
    key: "title",
    title: words.columns.title,
    isStackedOnNarrow: true,
    cell: ({ title }) => <span className="clip wide">{title}</span>,
  },
  { key: "price", title: words.columns.price, align: "end", cell: ({ price }) => price },
  {
    key: "availability",
    title: words.columns.availability,
    isHiddenOnNarrow: true,
    cell: ({ availability }) => words.availabilities[availability],
  },
  {
    key: "stock",
    title: words.columns.stock,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ inventory_quantity: stock }) =>
      typeof stock === "number" ? numberText(stock) : <span className="soft">{words.notTracked}</span>,
  },
  {
    key: "status",
    title: words.columns.status,
    isHiddenOnNarrow: true,
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{words.statuses[status]}</Badge>,
  },
  {
    key: "updated",
    title: words.columns.updated,
    isHiddenOnNarrow: true,
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];
