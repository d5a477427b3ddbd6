import type { LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { ImportRows } from "./import-rows.js";
import { LookupRows } from "./lookup-rows.js";
import { SetRow } from "./set-row.js";

const words = texts.lookupTables;

/** A table with its rows. */
export function LookupTablePage() {
  const { tableId } = useParams({ from: "/lookup-tables/$tableId" });
  const { data, error, refetch } = useApiQuery("getLookupTable", { params: { lookup_table_id: tableId } });
  const canWrite = useCan("updateLookupTable");
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <Page title={data.name} lead={<code>{data.id}</code>} actions={canWrite && <Actions table={data} />}>
      <LookupRows table={data} />
    </Page>
  );
}

const DIALOGS = ["set", "import", "remove"] as const;

function Actions({ table }: { readonly table: LookupTable }) {
  const [open, setOpen] = useState<(typeof DIALOGS)[number]>();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const labels = { set: words.rows.set, import: words.rows.import, remove: words.remove.button };
  return (
    <>
      {DIALOGS.map((dialog) => (
        <Button key={dialog} kind="quiet" onClick={() => setOpen(dialog)}>
          {labels[dialog]}
        </Button>
      ))}
      {open === "set" && <SetRow table={table} onClose={close} />}
      {open === "import" && <ImportRows table={table} onClose={close} />}
      {open === "remove" && (
        <ConfirmAction
          route="deleteLookupTable"
          request={{ params: { lookup_table_id: table.id } }}
          title={words.remove.title(table.name)}
          effect={<p>{words.remove.effect}</p>}
          actionLabel={words.remove.act}
          done={words.remove.done}
          onDone={() => void navigate({ to: "/lookup-tables" })}
          onClose={close}
        />
      )}
    </>
  );
}
