import type { VerifiedFile } from "@skucast/contracts/destinations/destination-verification";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { type Column, Table } from "../../components/table.js";
import { bytesText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.destinations.verification;
const TONES = { equal: "good", different: "bad", missing: "bad", not_compared: "plain" } as const;

/** Compares the files on the partner's server with the last delivery. */
export function DestinationVerification({ destinationId }: { readonly destinationId: string }) {
  const verify = useApiMutation("verifyDestination");
  const found = verify.data;
  const run = () => verify.mutate({ params: { destination_id: destinationId } });
  return (
    <Card
      title={words.title}
      actions={
        <Button isBusy={verify.isPending} onClick={run}>
          {words.act}
        </Button>
      }
    >
      <p className="soft">{words.how}</p>
      {verify.error && <ErrorNote error={verify.error} onRetry={run} />}
      <div role="status">
        {found && (
          <p className={found.status === "equal" ? "note good" : "note warn"}>
            {words.results[found.status]} {found.message}
            {found.server_message && ` ${texts.destinations.one.serverSaid(found.server_message)}`}
          </p>
        )}
      </div>
      {found && found.files.length > 0 && (
        <Table
          caption={words.caption}
          columns={COLUMNS}
          rows={found.files}
          keyOf={({ run_id, name }) => `${run_id} ${name}`}
        />
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<VerifiedFile>[] = [
  { key: "name", title: words.columns.name, isRowHeader: true, cell: ({ name }) => name },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>,
  },
  {
    key: "bytes",
    title: words.columns.bytes,
    isHiddenOnNarrow: true,
    align: "end",
    cell: ({ bytes }) => bytesText(bytes),
  },
  { key: "message", title: words.columns.message, isStackedOnNarrow: true, cell: ({ message }) => message },
];
