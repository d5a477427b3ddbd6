import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { PRODUCT_FILTERS } from "../../address/filters.js";
import { pickTexts } from "../../address/pick-texts.js";
import { usePages } from "../../api/use-pages.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Page } from "../../parts/page.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { BulkBar } from "./bulk-bar.js";
import { FollowedChange } from "./followed-change.js";
import { productColumns } from "./product-columns.js";
import { type ProductFilter, ProductFilters } from "./product-filters.js";
import { useChoice } from "./use-choice.js";

const words = texts.products;
const PAGE_SIZE = 100;
const DOCS_PATH = "/api/public/v1/docs#/Products";

/** The catalogue: search, filters that stand in the address, and what can be done with several at once. */
export function ProductsPage() {
  const filter = useSearch({ from: "/products" });
  const navigate = useNavigate();
  const mayWrite = useMay("upsertProduct");
  const choice = useChoice();
  const [changeId, setChangeId] = useState<string | null>(null);
  const fields = "sku,title,price,availability,inventory_quantity,status,updated_at";
  const products = usePages("listProducts", { query: { ...filter, limit: PAGE_SIZE, fields } });
  const show = (search: ProductFilter) => {
    choice.clear();
    void navigate({ to: "/products", search: pickTexts(search, PRODUCT_FILTERS), replace: true });
  };
  const create = mayWrite && (
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
      {changeId !== null && <FollowedChange key={changeId} importId={changeId} onClose={() => setChangeId(null)} />}
      <Listing
        list={products}
        caption={words.caption}
        columns={productColumns(mayWrite ? choice : null, products.entries)}
        keyOf={({ sku }) => sku}
        empty={isFiltered ? <NoneFits onClear={() => show({})} /> : <NoneYet action={create} />}
      />
      {choice.chosen.size > 0 && (
        <BulkBar choice={choice} filter={filter} hasMore={products.hasNextPage} onChange={setChangeId} />
      )}
    </Page>
  );
}

const NoneYet = ({ action }: { readonly action: React.ReactNode }) => (
  <EmptyState title={words.empty.title} action={action}>
    <p>{words.empty.sentence}</p>
    <p>
      <a href={DOCS_PATH}>{words.empty.howApi}</a>
    </p>
  </EmptyState>
);

const NoneFits = ({ onClear }: { readonly onClear: () => void }) => (
  <EmptyState title={words.none.title} action={<Button onClick={onClear}>{words.none.clear}</Button>}>
    <p>{words.none.sentence}</p>
  </EmptyState>
);
