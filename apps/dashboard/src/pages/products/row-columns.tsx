import type { ColumnSort } from "../../components/column-sort.js";
import type { Column } from "../../components/table.js";
import { texts } from "../../texts/first-view.js";
import { countText, numberText, priceText } from "../../texts/format.js";
import type { Product, ProductRow } from "./group-variants.js";
import { Picture } from "./picture.js";
import type { ProductColumn } from "./product-columns.js";
import type { Selection } from "./use-selection.js";

const words = texts.products;
type Group = Extract<ProductRow, { type: "group" }>;

interface RowColumnsOptions {
  readonly columns: readonly ProductColumn[];
  /** Null if products cannot be selected. */
  readonly selection: Selection | null;
  readonly rows: readonly ProductRow[];
  readonly products: readonly Product[];
  readonly sortOf: (column: string) => ColumnSort | undefined;
  readonly onToggle: (groupId: string) => void;
}

/** The columns of the product list for products and groups of variants, with checkboxes if products can be selected. */
export function rowColumns({
  columns,
  selection,
  rows,
  products,
  sortOf,
  onToggle,
}: RowColumnsOptions): readonly Column<ProductRow>[] {
  const shown = columns.map((column): Column<ProductRow> => {
    const sort = sortOf(column.key);
    return {
      ...column,
      ...(sort && { sort }),
      cell: (row) => {
        if (row.type === "group") return groupCell(column, row, onToggle);
        const cell = column.cell(row.product);
        return row.isVariant && column.isRowHeader ? <span className="variant">{cell}</span> : cell;
      },
    };
  });
  return selection === null ? shown : [selectionColumn(selection, rows, products), ...shown];
}

/** Columns in which a group shows each value that its variants have. They are named after their fields. */
const SHARED: readonly (keyof Product & string)[] = [
  "brand",
  "product_category",
  "availability",
  "condition",
  "status",
];

/** What a group shows in a column: the range of its prices, the sum of its stock, and the values of its variants. */
function groupCell(
  { key: column, cell }: ProductColumn,
  { id, title, variants, isOpen }: Group,
  onToggle: RowColumnsOptions["onToggle"],
) {
  const count = countText(variants.length, words.variants.noun);
  if (column === "sku") {
    return (
      <button
        type="button"
        className="group-toggle"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? words.variants.close(title) : words.variants.open(title)}, ${words.variants.count(count)}`}
        onClick={() => onToggle(id)}
      >
        {count}
      </button>
    );
  }
  if (column === "title") return <strong className="clip wide">{title}</strong>;
  if (column === "picture") return <Picture url={variants.find(({ image_url }) => image_url)?.image_url} />;
  if (column === "price") return priceRange(variants);
  if (column === "stock") return stockSum(variants);
  const field = SHARED.find((each) => each === column);
  if (field === undefined) return null;
  return variants
    .filter((each, i) => variants.findIndex((other) => other[field] === each[field]) === i)
    .map((each) => <div key={each.sku}>{cell(each)}</div>);
}

/** The stock of all variants; null if that of one is not tracked. */
function stockSum(variants: readonly Product[]): string | null {
  const counts = variants.flatMap(({ inventory_quantity: count }) => (typeof count === "number" ? [count] : []));
  return counts.length === variants.length ? numberText(counts.reduce((sum, count) => sum + count, 0)) : null;
}

/** The lowest and highest price, if all variants have the same currency. */
function priceRange(variants: readonly Product[]): string | null {
  const [first] = variants;
  if (first === undefined || variants.some(({ price_currency }) => price_currency !== first.price_currency))
    return null;
  const amounts = variants.map(({ price_amount }) => price_amount);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)].map((each) => priceText(each, first.price_currency));
  return low === high ? (low ?? null) : `${low} – ${high}`;
}

const selectionColumn = (
  { selected, toggle, click }: Selection,
  rows: readonly ProductRow[],
  products: readonly Product[],
): Column<ProductRow> => ({
  key: "chosen",
  widthPx: 52,
  isUnadjustable: true,
  title: <SelectAll label={words.chooseShown} selected={selected} toggle={toggle} products={products} />,
  cell: (row) =>
    row.type === "group" ? (
      <SelectAll label={words.variants.choose(row.title)} selected={selected} toggle={toggle} products={row.variants} />
    ) : (
      <input
        type="checkbox"
        aria-label={words.choose(row.product.sku)}
        checked={selected.has(row.product.sku)}
        // A key press is also a click, and a click says whether Shift is held.
        onChange={() => undefined}
        onClick={(event) =>
          click(row.product.sku, {
            isSelected: event.currentTarget.checked,
            isRange: event.shiftKey,
            shown: rows.flatMap(skusOfRow),
          })
        }
      />
    ),
});

interface SelectAllProps extends Pick<Selection, "selected" | "toggle"> {
  readonly label: string;
  readonly products: readonly Product[];
}

/** Selects products that were loaded so far. It is half checked if only some are, for example when more have loaded since. */
function SelectAll({ label, selected, toggle, products }: SelectAllProps) {
  const count = products.filter(({ sku }) => selected.has(sku)).length;
  const isAll = count > 0 && count === products.length;
  return (
    <input
      type="checkbox"
      aria-label={label}
      disabled={products.length === 0}
      checked={isAll}
      // React has no attribute for the third state of a checkbox.
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      onChange={(event) => toggle(skusOf(products), event.target.checked)}
    />
  );
}

const skusOf = (products: readonly Product[]): string[] => products.map(({ sku }) => sku);

/** The SKUs of a row. A closed group is part of a range with all of its variants. */
const skusOfRow = (row: ProductRow): string[] => {
  if (row.type === "product") return [row.product.sku];
  return row.isOpen ? [] : skusOf(row.variants);
};
