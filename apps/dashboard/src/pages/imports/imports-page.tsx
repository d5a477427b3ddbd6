import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { ListPage } from "../../components/list-page.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { IMPORT_COLUMNS } from "./import-columns.js";

const REFRESH_MS = 5_000;

export function ImportsPage() {
  const canCreate = useCan("createImport");
  const create = canCreate && (
    <Link className="button main" to="/imports/new">
      {texts.states.newImport}
    </Link>
  );
  return (
    <ListPage
      list={useApiList("listImports", {}, { intervalMs: REFRESH_MS })}
      words={{ ...texts.imports, newOne: texts.states.newImport }}
      columns={IMPORT_COLUMNS}
      create={create}
    />
  );
}
