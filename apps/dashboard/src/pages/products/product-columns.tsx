import type { PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { Link } from "@tanstack/react-router";
import { Badge, type Tone } from "../../components/badge.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { texts } from "../../texts/first-view.js";
import { numberText, priceText } from "../../texts/format.js";
import { COLUMN_FIELDS, type ColumnKey, FIXED_COLUMNS, isShown } from "./column-fields.js";
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

type Definition = Omit<ProductColumn, "fields"> & { readonly key: ColumnKey };

const plainColumn = (key: "brand" | "gtin" | "mpn" | "product_category" | "color" | "size"): Definition => ({
  key,
  label: texts.fields[key],
  widthPx: 140,
  title: texts.fields[key],
  isHiddenOnNarrow: true,
  cell: (product) => <span className="clip wide">{product[key]}</span>,
});

const DEFINITIONS: readonly Definition[] = [
  {
    key: "picture",
    label: words.columns.picture,
    title: <span className="visually-hidden">{words.columns.picture}</span>,
    isHiddenOnNarrow: true,
    isUnadjustable: true,
    widthPx: 60,
    cell: ({ image_url }) => <Picture url={image_url} />,
  },
  {
    key: "sku",
    label: words.columns.sku,
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
    title: words.columns.price,
    align: "end",
    widthPx: 136,
    cell: ({ price_amount, price_currency }) => priceText(price_amount, price_currency),
  },
  {
    key: "sale_price",
    label: texts.fields.sale_price_amount,
    title: texts.fields.sale_price_amount,
    align: "end",
    isHiddenOnNarrow: true,
    widthPx: 128,
    cell: ({ sale_price_amount: sale, price_currency }) => typeof sale === "number" && priceText(sale, price_currency),
  },
  {
    key: "availability",
    label: words.columns.availability,
    widthPx: 132,
    title: words.columns.availability,
    isHiddenOnNarrow: true,
    cell: ({ availability }) => words.availabilities[availability],
  },
  {
    key: "stock",
    label: words.columns.stock,
    widthPx: 116,
    title: words.columns.stock,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ inventory_quantity: stock }) =>
      typeof stock === "number" ? numberText(stock) : <span className="soft">{words.notTracked}</span>,
  },
  {
    key: "condition",
    label: texts.fields.condition,
    widthPx: 116,
    title: texts.fields.condition,
    isHiddenOnNarrow: true,
    cell: ({ condition }) => words.conditions[condition],
  },
  {
    key: "status",
    label: words.columns.status,
    widthPx: 104,
    title: words.columns.status,
    isHiddenOnNarrow: true,
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{words.statuses[status]}</Badge>,
  },
  {
    key: "updated",
    label: words.columns.updated,
    widthPx: 156,
    title: words.columns.updated,
    isHiddenOnNarrow: true,
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];

const COLUMNS: readonly ProductColumn[] = DEFINITIONS.map((column) => ({
  ...column,
  fields: COLUMN_FIELDS[column.key],
}));

/** The columns that the user can show or hide. */
export const COLUMN_CHOICES = COLUMNS.filter(({ key }) => !FIXED_COLUMNS.includes(key)).map(({ key, label }) => ({
  value: key,
  label,
}));

/** The shown columns, in their order. */
export const shownColumns = (chosen: readonly string[]): readonly ProductColumn[] =>
  COLUMNS.filter(({ key }) => isShown(key, chosen));

/** The fields of these columns, each once. */
export const fieldsOf = (columns: readonly ProductColumn[]): readonly string[] => [
  ...new Set(columns.flatMap(({ fields }) => fields)),
];
