import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { PagedTable } from "../../components/paged-table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { IMPORT_COLUMNS } from "./import-columns.js";

const words = texts.imports;
const REFRESH_MS = 5_000;

export function ImportsPage() {
  const canWrite = useCan("createImport");
  const imports = useApiList("listImports", {}, { intervalMs: REFRESH_MS });
  const create = canWrite && (
    <Link className="button main" to="/imports/new">
      {words.newOne}
    </Link>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <PagedTable
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
