import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Page } from "../../parts/page.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { IMPORT_COLUMNS } from "./import-columns.js";

const words = texts.imports;
const REFRESH_MS = 5_000;

/** Every import, and the way to another one. */
export function ImportsPage() {
  const mayWrite = useMay("createImport");
  const imports = usePages("listImports", {}, { everyMs: REFRESH_MS });
  const create = mayWrite && (
    <Link className="button main" to="/imports/new">
      {words.newOne}
    </Link>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={imports}
        caption={words.caption}
        columns={IMPORT_COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
    </Page>
  );
}
