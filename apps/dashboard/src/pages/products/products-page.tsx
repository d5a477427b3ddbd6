import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { ChoiceMenu } from "../../components/choice-menu.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { PagedTable } from "../../components/paged-table.js";
import { CheckField } from "../../forms/field.js";
import { importOnDemand } from "../../load-on-demand.js";
import { PRODUCT_FILTERS } from "../../search-params/filters.js";
import { pickStrings } from "../../search-params/pick-strings.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/first-view.js";
import { FIRST_PAGE_SIZE, requestedFields } from "./column-fields.js";
import { ExportProducts } from "./export-products.js";
import type { ProductFilter } from "./filter-names.js";
import { groupVariants, ungrouped } from "./group-variants.js";
import { COLUMN_CHOICES, fieldsOf, shownColumns } from "./product-columns.js";
import { ProductCount } from "./product-count.js";
import { ProductFilters } from "./product-filters.js";
import { ProductViews } from "./product-views.js";
import { rowColumns } from "./row-columns.js";
import { sortOf, useProductView } from "./use-product-view.js";
import { useSelection } from "./use-selection.js";

const words = texts.products;
const PAGE_SIZE = 100;
/** Loaded when they are shown for the first time, so that the rows do not wait for what their dialogs need. */
const BulkBar = importOnDemand(() => import("./bulk-bar.js"), "BulkBar");
const BulkChangeProgress = importOnDemand(() => import("./bulk-change-progress.js"), "BulkChangeProgress");
const RecentlyDeleted = importOnDemand(() => import("./recently-deleted.js"), "RecentlyDeleted");
const ExportAll = importOnDemand(() => import("./export-all.js"), "ExportAll");
const NoProducts = importOnDemand(() => import("./no-products.js"), "NoProducts");

/** The product list with search, filters in the URL, views, and bulk actions. */
export function ProductsPage() {
  const filter = useSearch({ from: "/products" });
  const navigate = useNavigate();
  const canWrite = useCan("upsertProduct");
  const canExportAll = useCan("startProductExport");
  const [isExportOpen, setIsExportOpen] = useState(false);
  const selection = useSelection();
  const view = useProductView();
  const [changeId, setChangeId] = useState<string | null>(null);
  const columns = shownColumns(view.columns);
  const fields = requestedFields(view.columns);
  const query = { ...filter, limit: PAGE_SIZE, fields };
  const products = useApiList("listProducts", { query }, { firstLimit: FIRST_PAGE_SIZE });
  const router = useRouter();
  const show = (search: ProductFilter) => {
    // A filter that settles after a product was clicked must not lead back to the list.
    if (router.latestLocation.pathname !== "/products") return;
    selection.clear();
    void navigate({ to: "/products", search: pickStrings(search, PRODUCT_FILTERS), replace: true });
  };
  const { sort: _sort, ...filters } = filter;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const rows = view.isGrouped ? groupVariants(products.entries, view.open) : ungrouped(products.entries);
  return (
    <Page title={words.title} lead={words.lead} actions={canWrite && <CreateActions />}>
      <ProductFilters filter={filter} onChange={show} />
      <div className="list-tools">
        <ProductCount filter={filters} />
        <CheckField label={words.groupVariants} isChecked={view.isGrouped} onChecked={view.setIsGrouped} />
        <ProductViews
          filter={filter}
          columns={view.columns}
          isReady={products.isFetched}
          onView={(saved) => {
            view.setColumns([...saved.columns]);
            show(saved.filter);
          }}
        />
        <ChoiceMenu
          label={words.shownColumns}
          choices={COLUMN_CHOICES}
          chosen={view.columns}
          onChosen={(chosen) => view.setColumns([...chosen])}
        />
        <ExportProducts filter={filter} fields={fieldsOf(columns)} />
        {canExportAll && (
          <Button kind="quiet" onClick={() => setIsExportOpen(true)}>
            {words.exported.all}
          </Button>
        )}
      </div>
      {changeId !== null && <BulkChangeProgress key={changeId} importId={changeId} onClose={() => setChangeId(null)} />}
      <PagedTable
        list={{ ...products, entries: rows }}
        caption={words.caption}
        columns={rowColumns({
          columns,
          selection: canWrite ? selection : null,
          rows,
          products: products.entries,
          sortOf: (column) => sortOf(column, filter, (sort) => show({ ...filter, sort })),
          onToggle: view.toggle,
        })}
        keyOf={({ key }) => key}
        widthsName="products"
        empty={
          isFiltered ? <NoMatches onClear={() => show({})} /> : <NoProducts>{canWrite && <CreateActions />}</NoProducts>
        }
      />
      {isExportOpen && <ExportAll onClose={() => setIsExportOpen(false)} />}
      {selection.selected.size > 0 && (
        <BulkBar selection={selection} filter={filters} hasMore={products.hasNextPage} onChange={setChangeId} />
      )}
    </Page>
  );
}

function CreateActions() {
  const canReadEvents = useCan("listEvents");
  const [isDeletedOpen, setIsDeletedOpen] = useState(false);
  return (
    <>
      <Link className="button main" to="/products/new">
        {words.newProduct}
      </Link>
      <Link className="button quiet" to="/imports/new">
        {texts.states.newImport}
      </Link>
      {canReadEvents && (
        <Button kind="quiet" onClick={() => setIsDeletedOpen(true)}>
          {words.restoration.open}
        </Button>
      )}
      {isDeletedOpen && <RecentlyDeleted onClose={() => setIsDeletedOpen(false)} />}
    </>
  );
}

const NoMatches = ({ onClear }: { readonly onClear: () => void }) => (
  <EmptyState title={words.none.title} action={<Button onClick={onClear}>{words.none.clear}</Button>}>
    <p>{words.none.sentence}</p>
  </EmptyState>
);
