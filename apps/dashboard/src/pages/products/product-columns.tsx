import type { PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { Link } from "@tanstack/react-router";
import { Badge, type Tone } from "../../components/badge.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { numberText, priceText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import type { Product } from "./group-variants.js";
import { Picture } from "./picture.js";

const words = texts.products;

const STATUS_TONES = { active: "good", draft: "warn", archived: "plain" } as const satisfies Record<
  (typeof PRODUCT_STATUSES)[number],
  Tone
>;

/** A column of the product list, and the fields of the API that it shows. */
export interface ProductColumn extends Column<Product> {
  readonly fields: readonly string[];
  readonly label: string;
}

/** The fields that the list needs whatever columns it shows. */
export const BASE_FIELDS = ["sku", "title", "item_group_id", "item_group_title"] as const;
/** Columns that cannot be hidden. */
const FIXED_COLUMNS: readonly string[] = ["sku", "title"];
/** Shown until the user chooses. */
export const DEFAULT_COLUMNS = ["picture", "price", "availability", "stock", "status"] as const;

const plainColumn = (key: "brand" | "gtin" | "mpn" | "product_category" | "color" | "size"): ProductColumn => ({
  key,
  label: texts.fields[key],
  fields: [key],
  widthPx: 140,
  title: texts.fields[key],
  isHiddenOnNarrow: true,
  cell: (product) => <span className="clip wide">{product[key]}</span>,
});

const COLUMNS: readonly ProductColumn[] = [
  {
    key: "picture",
    label: words.columns.picture,
    fields: ["image_url"],
    title: <span className="visually-hidden">{words.columns.picture}</span>,
    isHiddenOnNarrow: true,
    isUnadjustable: true,
    widthPx: 60,
    cell: ({ image_url }) => <Picture url={image_url} />,
  },
  {
    key: "sku",
    label: words.columns.sku,
    fields: ["sku"],
    widthPx: 208,
    title: words.columns.sku,
    isRowHeader: true,
    cell: ({ sku }) => (
      <Link className="sku" to="/products/$sku" params={{ sku }}>
        {sku}
      </Link>
    ),
  },
  {
    key: "title",
    label: words.columns.title,
    fields: ["title"],
    title: words.columns.title,
    isStackedOnNarrow: true,
    cell: ({ title }) => <span className="clip wide">{title}</span>,
  },
  plainColumn("brand"),
  plainColumn("product_category"),
  plainColumn("color"),
  plainColumn("size"),
  plainColumn("gtin"),
  plainColumn("mpn"),
  {
    key: "price",
    label: words.columns.price,
    fields: ["price_amount", "price_currency"],
    title: words.columns.price,
    align: "end",
    widthPx: 112,
    cell: ({ price_amount, price_currency }) => priceText(price_amount, price_currency),
  },
  {
    key: "sale_price",
    label: texts.fields.sale_price_amount,
    fields: ["sale_price_amount", "price_currency"],
    title: texts.fields.sale_price_amount,
    align: "end",
    isHiddenOnNarrow: true,
    widthPx: 128,
    cell: ({ sale_price_amount: sale, price_currency }) => typeof sale === "number" && priceText(sale, price_currency),
  },
  {
    key: "availability",
    label: words.columns.availability,
    fields: ["availability"],
    widthPx: 136,
    title: words.columns.availability,
    isHiddenOnNarrow: true,
    cell: ({ availability }) => words.availabilities[availability],
  },
  {
    key: "stock",
    label: words.columns.stock,
    fields: ["inventory_quantity"],
    widthPx: 124,
    title: words.columns.stock,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ inventory_quantity: stock }) =>
      typeof stock === "number" ? numberText(stock) : <span className="soft">{words.notTracked}</span>,
  },
  {
    key: "condition",
    label: texts.fields.condition,
    fields: ["condition"],
    widthPx: 116,
    title: texts.fields.condition,
    isHiddenOnNarrow: true,
    cell: ({ condition }) => words.conditions[condition],
  },
  {
    key: "status",
    label: words.columns.status,
    fields: ["status"],
    widthPx: 104,
    title: words.columns.status,
    isHiddenOnNarrow: true,
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{words.statuses[status]}</Badge>,
  },
  {
    key: "updated",
    label: words.columns.updated,
    fields: ["updated_at"],
    widthPx: 156,
    title: words.columns.updated,
    isHiddenOnNarrow: true,
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];

/** The columns that the user can show or hide. */
export const COLUMN_CHOICES = COLUMNS.filter(({ key }) => !FIXED_COLUMNS.includes(key)).map(({ key, label }) => ({
  value: key,
  label,
}));

/** The shown columns, in their order. */
export const shownColumns = (chosen: readonly string[]): readonly ProductColumn[] =>
  COLUMNS.filter(({ key }) => FIXED_COLUMNS.includes(key) || chosen.includes(key));

/** The fields of these columns, each once. */
export const fieldsOf = (columns: readonly ProductColumn[]): readonly string[] => [
  ...new Set(columns.flatMap(({ fields }) => fields)),
];
