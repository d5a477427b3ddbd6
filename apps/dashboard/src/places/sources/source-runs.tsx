import { usePages } from "../../api/use-pages.js";
import { Listing } from "../../parts/listing.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";
import { IMPORT_COLUMNS } from "../imports/import-columns.js";

const words = texts.sources.one;

/** What a source has imported. */
export function SourceRuns({ sourceId }: { readonly sourceId: string }) {
  const runs = usePages("listSourceRuns", { params: { source_id: sourceId } });
  return (
    <Sheet title={words.runs}>
      <Listing
        list={runs}
        caption={words.runsCaption}
        columns={IMPORT_COLUMNS}
        keyOf={({ id }) => id}
        empty={<p className="soft">{words.noRuns}</p>}
      />
    </Sheet>
  );
}
