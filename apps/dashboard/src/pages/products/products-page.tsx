import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { PagedTable } from "../../components/paged-table.js";
import { PRODUCT_FILTERS } from "../../search-params/filters.js";
import { pickStrings } from "../../search-params/pick-strings.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { BulkBar } from "./bulk-bar.js";
import { BulkChangeProgress } from "./bulk-change-progress.js";
import { productColumns } from "./product-columns.js";
import { type ProductFilter, ProductFilters } from "./product-filters.js";
import { useSelection } from "./use-selection.js";

const words = texts.products;
const PAGE_SIZE = 100;
const DOCS_PATH = "/api/public/v1/docs#/Products";

/** The product list with search, filters in the URL, and bulk actions. */
export function ProductsPage() {
  const filter = useSearch({ from: "/products" });
  const navigate = useNavigate();
  const canWrite = useCan("upsertProduct");
  const selection = useSelection();
  const [changeId, setChangeId] = useState<string | null>(null);
  const fields = "sku,title,price,availability,inventory_quantity,status,updated_at";
  const products = useApiList("listProducts", { query: { ...filter, limit: PAGE_SIZE, fields } });
  const show = (search: ProductFilter) => {
    selection.clear();
    void navigate({ to: "/products", search: pickStrings(search, PRODUCT_FILTERS), replace: true });
  };
  const create = canWrite && (
    <>
      <Link className="button main" to="/products/new">
        {words.newProduct}
      </Link>
      <Link className="button quiet" to="/imports/new">
        {texts.imports.newOne}
      </Link>
    </>
  );
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <ProductFilters filter={filter} onChange={show} />
      {changeId !== null && <BulkChangeProgress key={changeId} importId={changeId} onClose={() => setChangeId(null)} />}
      <PagedTable
        list={products}
        caption={words.caption}
        columns={productColumns(canWrite ? selection : null, products.entries)}
        keyOf={({ sku }) => sku}
        empty={isFiltered ? <NoMatches onClear={() => show({})} /> : <NoProducts action={create} />}
      />
      {selection.selected.size > 0 && (
        <BulkBar selection={selection} filter={filter} hasMore={products.hasNextPage} onChange={setChangeId} />
      )}
    </Page>
  );
}

const NoProducts = ({ action }: { readonly action: React.ReactNode }) => (
  <EmptyState title={words.empty.title} action={action}>
    <p>{words.empty.sentence}</p>
    <p>
      <a href={DOCS_PATH}>{words.empty.howApi}</a>
    </p>
  </EmptyState>
);

const NoMatches = ({ onClear }: { readonly onClear: () => void }) => (
  <EmptyState title={words.none.title} action={<Button onClick={onClear}>{words.none.clear}</Button>}>
    <p>{words.none.sentence}</p>
  </EmptyState>
);
