import type { LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { ListPageWithForm } from "../../components/list-page.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { NewLookupTable } from "./new-lookup-table.js";

const words = texts.lookupTables;

export const LookupTablesPage = () => (
  <ListPageWithForm
    list={useApiList("listLookupTables", {})}
    words={words}
    columns={COLUMNS}
    canCreate={useCan("createLookupTable")}
    form={(close) => <NewLookupTable onClose={close} />}
  />
);

const COLUMNS: readonly Column<LookupTable>[] = [
  {
    key: "name",
    title: words.columns.name,
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to="/lookup-tables/$tableId" params={{ tableId: id }}>
        {name}
      </Link>
    ),
  },
  { key: "rows", title: words.columns.rows, cell: ({ row_count: rows }) => numberText(rows) },
  { key: "updated", title: words.columns.updated, cell: ({ updated_at: at }) => <RelativeTime at={at} /> },
];
