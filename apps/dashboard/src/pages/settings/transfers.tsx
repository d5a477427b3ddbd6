import { ApiError } from "@skucast/client/api/api-error";
import type { WorkspaceExport, WorkspaceImport } from "@skucast/contracts/workspace-transfers/transfer";
import { useState } from "react";
import { api } from "../../api/client.js";
import { sendFile } from "../../api/send-file.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { FileField } from "../../forms/field.js";
import { bytesText, dateTimeText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.transfers;
const SHOWN = 5;

/** Exports the whole workspace, and imports an archive into it. */
export function Transfers() {
  const exports = useApiQuery("listWorkspaceExports", { query: { limit: SHOWN } });
  const imports = useApiQuery("listWorkspaceImports", { query: { limit: SHOWN } });
  const start = useApiMutation("startWorkspaceExport");
  const notify = useNotice();
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      {start.error && <ErrorNote error={start.error} />}
      <ul>
        {exports.data?.data.map((entry) => (
          <li key={entry.id}>
            <ExportEntry entry={entry} />
          </li>
        ))}
        {imports.data?.data.map((entry) => (
          <li key={entry.id}>
            <ImportEntry entry={entry} />
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        data-route="startWorkspaceExport"
        isBusy={start.isPending}
        onClick={() => start.mutate({}, { onSuccess: () => notify(words.started) })}
      >
        {words.start}
      </Button>
      <SendArchive onSent={() => void imports.refetch()} />
    </Card>
  );
}

function ExportEntry({ entry }: { readonly entry: WorkspaceExport }) {
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const { id, status, counts, created_at: at, bytes, expires_at: until, error } = entry;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const url = api.urlOf("getWorkspaceArchive", { params: { export_id: id } });
  return (
    <>
      <p>
        {words.exportOf(dateTimeText(at))}: {words.statuses[status]}, {words.rows(numberText(rows))}
        {error !== null && `. ${error}`}
        {status === "succeeded" && bytes !== null && until !== null && (
          <>
            {" "}
            <a
              href={url}
              download
              onClick={(event) => {
                event.preventDefault();
                void download(url).then(setRefusal);
              }}
            >
              {words.download(bytesText(bytes))}
            </a>
            , {words.until(dateTimeText(until))}
          </>
        )}
      </p>
      {refusal && <ErrorNote error={refusal} />}
    </>
  );
}

/**
 * Downloads an archive, or resolves with why the person has to confirm who they are first: the browser would not show the
 * answer to a link. Starting an export has the same rule, and tries it without creating anything.
 */
async function download(url: string): Promise<ApiError | null> {
  try {
    await api.call("startWorkspaceExport", { query: { validate_only: true } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "reauthentication_required") return error;
  }
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
  return null;
}

function ImportEntry({ entry }: { readonly entry: WorkspaceImport }) {
  const { status, counts, created_at: at, error, problems } = entry;
  const created = Object.values(counts).reduce((sum, count) => sum + count.created, 0);
  return (
    <>
      <p>
        {words.importOf(dateTimeText(at))}: {words.statuses[status]}, {words.rows(numberText(created))}
        {error !== null && `. ${error}`}
      </p>
      {problems.length > 0 && (
        <details>
          <summary>{words.toComplete}</summary>
          <ul>
            {problems.map(({ resource, id, message }) => (
              <li key={`${resource} ${id} ${message}`}>
                {resource} <code>{id}</code>: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function SendArchive({ onSent }: { readonly onSent: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const notify = useNotice();
  const send = async (chosen: File) => {
    setIsBusy(true);
    setError(null);
    try {
      await sendFile("startWorkspaceImport", { query: {}, file: chosen });
      notify(words.importing);
      onSent();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null) void send(file);
      }}
    >
      {error instanceof Error && <ErrorNote error={error} />}
      <FileField label={words.choose} hint={words.chooseHint} accept=".tar,application/x-tar" onFile={setFile} />
      <Button type="submit" kind="quiet" data-route="startWorkspaceImport" isBusy={isBusy}>
        {words.act}
      </Button>
    </form>
  );
}
