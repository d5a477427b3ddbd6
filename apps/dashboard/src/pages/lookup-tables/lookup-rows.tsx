import type { LookupRow, LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Card } from "../../components/card.js";
import { EmptyState } from "../../components/empty-state.js";
import { PagedTable } from "../../components/paged-table.js";
import type { Column } from "../../components/table.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";

const words = texts.lookupTables.rows;

/** The rows of a table in order of key. */
export function LookupRows({ table }: { readonly table: LookupTable }) {
  const [prefix, setPrefix] = useState("");
  const key = prefix.trim();
  const list = useApiList("listLookupRows", {
    params: { lookup_table_id: table.id },
    query: key === "" ? {} : { key },
  });
  return (
    <Card title={words.title}>
      <TextField label={words.filter} value={prefix} onValue={setPrefix} />
      <PagedTable
        list={list}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={(row) => row.key}
        empty={
          <EmptyState title={words.none}>
            <p>{words.noneSentence}</p>
          </EmptyState>
        }
      />
    </Card>
  );
}

const COLUMNS: readonly Column<LookupRow>[] = [
  { key: "key", title: words.key, isRowHeader: true, cell: ({ key }) => key },
  { key: "value", title: words.value, cell: ({ value }) => value },
];
