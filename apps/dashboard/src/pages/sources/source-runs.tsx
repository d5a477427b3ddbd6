import { useApiList } from "../../api/use-api-list.js";
import { Card } from "../../components/card.js";
import { PagedTable } from "../../components/paged-table.js";
import { texts } from "../../texts/texts.js";
import { IMPORT_COLUMNS } from "../imports/import-columns.js";

const words = texts.sources.one;

/** The imports of a source. */
export function SourceRuns({ sourceId }: { readonly sourceId: string }) {
  const runs = useApiList("listSourceRuns", { params: { source_id: sourceId } });
  return (
    <Card title={words.runs}>
      <PagedTable
        list={runs}
        caption={words.runsCaption}
        columns={IMPORT_COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.noRuns}</p>}
      />
    </Card>
  );
}
