import { mergePatchTo } from "@skucast/contracts/merge-patch";
import type { ProductChange } from "@skucast/contracts/products/product-history";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ResponseOf } from "../../api/client.js";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { Actor } from "../audit-log/audit-names.js";
import { cellText } from "../imports/cell-text.js";

const words = texts.productPages.history;
const VALUE_CHARACTERS_MAX = 160;

type Product = ResponseOf<"getProduct">;
type Values = Readonly<Record<string, unknown>>;

/** Who changed what in a product, read when the user asks for it. Former values can be restored. */
export function ProductHistory({ product }: { readonly product: Product }) {
  const canRead = useCan("listProductHistory");
  const [isShown, setShown] = useState(false);
  if (!canRead) return null;
  return (
    <Card title={words.title}>
      {isShown ? (
        <Changes product={product} />
      ) : (
        <Button kind="quiet" onClick={() => setShown(true)}>
          {words.show}
        </Button>
      )}
    </Card>
  );
}

function Changes({ product }: { readonly product: Product }) {
  const list = useApiList("listProductHistory", { params: { sku: product.sku } });
  const canRestore = useCan("updateProduct");
  const [restored, setRestored] = useState<ProductChange | null>(null);
  return (
    <>
      <PagedTable
        list={list}
        caption={words.caption}
        columns={canRestore ? [...COLUMNS, restoreColumn(product, setRestored)] : COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.none}</p>}
      />
      {restored && <RestoreValues product={product} change={restored} onClose={() => setRestored(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<ProductChange>[] = [
  { key: "at", title: words.columns.at, isStackedOnNarrow: true, cell: ({ at }) => <RelativeTime at={at} /> },
  { key: "what", title: words.columns.what, isRowHeader: true, cell: (change) => <What change={change} /> },
  {
    key: "actor",
    title: words.columns.actor,
    isStackedOnNarrow: true,
    cell: (change) =>
      change.actor.type === "import" ? (
        <Link to="/imports/$importId" params={{ importId: change.actor.id }}>
          {change.actor.name ?? change.actor.id}
        </Link>
      ) : (
        <Actor entry={change} />
      ),
  },
];

function What({ change: { type, changes, omitted } }: { readonly change: ProductChange }) {
  if (type !== "updated") return <span className="words">{words.types[type]}</span>;
  return (
    <div className="words">
      {changes.map(({ field, before, after }) => (
        <div key={field}>{words.changed(fieldText(field), valueText(field, before), valueText(field, after))}</div>
      ))}
      {omitted.length > 0 && <div>{words.omitted(omitted.map(fieldText).join(", "))}</div>}
    </div>
  );
}

const restoreColumn = (product: Product, onRestore: (change: ProductChange) => void): Column<ProductChange> => ({
  key: "restore",
  title: <span className="visually-hidden">{words.columns.restore}</span>,
  align: "end",
  cell: (change) =>
    Object.keys(formerValues(product, change)).length > 0 && (
      <Button kind="quiet" onClick={() => onRestore(change)}>
        {words.restore}
      </Button>
    ),
});

interface RestoreProps {
  readonly product: Product;
  readonly change: ProductChange;
  readonly onClose: () => void;
}

const RestoreValues = ({ product, change, onClose }: RestoreProps) => {
  const former = formerValues(product, change);
  return (
    <ConfirmAction
      route="updateProduct"
      request={{ params: { sku: product.sku }, body: patchTo(product, former), ifMatch: product.version }}
      isDanger={false}
      title={words.restoreTitle}
      effect={
        <>
          <p>{words.restoreEffect}</p>
          <ul>
            {Object.entries(former).map(([field, before]) => (
              <li key={field}>
                {words.changed(fieldText(field), valueText(field, currentOf(product, field)), valueText(field, before))}
              </li>
            ))}
          </ul>
        </>
      }
      actionLabel={words.restore}
      done={words.restored}
      onClose={onClose}
    />
  );
};

/** The values before a change that the product does not have now. */
function formerValues(product: Product, { changes }: ProductChange): Values {
  const other = changes.filter(
    ({ field, before }) => JSON.stringify(currentOf(product, field)) !== JSON.stringify(before),
  );
  return Object.fromEntries(other.map(({ field, before }) => [field, before]));
}

const patchTo = (product: Product, former: Values): Values =>
  Object.fromEntries(
    Object.entries(former).map(([field, before]) => [field, mergePatchTo(currentOf(product, field), before)]),
  );

const currentOf = (product: Product, field: string): unknown => (product as Values)[field] ?? null;

const fieldText = (field: string): string => (texts.fields as Readonly<Record<string, string>>)[field] ?? field;

function valueText(field: string, value: unknown): string {
  const text = cellText(field, value);
  if (text === "") return texts.general.none;
  return text.length <= VALUE_CHARACTERS_MAX ? text : `${text.slice(0, VALUE_CHARACTERS_MAX).toWellFormed()}…`;
}
