import type { Import } from "@skucast/contracts/imports/import";
import { Link, useParams } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { DescriptionList } from "../../components/description-list.js";
import { ErrorNote } from "../../components/error-note.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { RelativeTime } from "../../components/relative-time.js";
import { useCan } from "../../session/use-can.js";
import { bytesText, numberText, percentText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { UndoImport } from "../../undo/undo-import.js";
import { CancelImport } from "./cancel-import.js";
import { HeldImport } from "./held-import.js";
import { ImportErrors } from "./import-errors.js";
import { importMessageText } from "./import-message-text.js";
import { ImportStatus, isInProgress } from "./import-status.js";
import { ImportedColumns } from "./imported-columns.js";
import { ImportedRows } from "./imported-rows.js";

const words = texts.imports.one;
const FOLLOW_MS = 1_000;
const COUNTS = ["received", "created", "updated", "unchanged", "skipped", "invalid", "warned"] as const;

/** One import, refetched while it is running. */
export function ImportPage() {
  const { importId } = useParams({ from: "/imports/$importId" });
  const sent = { params: { import_id: importId } };
  const known = useApiQuery("getImport", sent);
  const isLive = known.data !== undefined && isInProgress(known.data.status);
  const { data } = useApiQuery("getImport", sent, { intervalMs: isLive && FOLLOW_MS });
  const canWrite = useCan("cancelImport");
  const canUndo = useCan("undoImport");
  if (known.error && !data) {
    return (
      <Page title={texts.imports.title}>
        <ErrorNote error={known.error} />
      </Page>
    );
  }
  if (!data) return <Loading />;
  return (
    <Page
      title={data.file_name ?? texts.imports.noName}
      lead={<code>{data.id}</code>}
      actions={
        <>
          {canWrite && isInProgress(data.status) && <CancelImport importId={data.id} />}
          {hasChangedProducts(data) && (
            <Link className="button main" to="/products">
              {words.products}
            </Link>
          )}
          {canUndo && !isInProgress(data.status) && canBeUndone(data) && (
            <UndoImport importId={data.id} updated={data.counts.updated} />
          )}
        </>
      }
    >
      <div className="actions status-line">
        <span role="status">
          <ImportStatus status={data.status} undone_at={data.undone_at} />
        </span>
        <Link to="/imports">{words.toAll}</Link>
        {data.source_id !== null && (
          <Link to="/sources/$sourceId" params={{ sourceId: data.source_id }}>
            {words.toSource}
          </Link>
        )}
      </div>
      {isInProgress(data.status) && <Progress imported={data} />}
      {data.status === "held" && <HeldImport imported={data} />}
      {data.fetch?.is_unchanged === true && <p className="note">{words.unchanged}</p>}
      {data.error !== null && <p className="note bad">{importMessageText(data.error)}</p>}
      {data.validate_only && <p className="note">{words.tried}</p>}
      <Counts imported={data} />
      {data.error_count > 0 && <ImportErrors imported={data} />}
      <ImportedColumns imported={data} />
      <ImportedRows imported={data} />
    </Page>
  );
}

/** Whether there is something to look at in the list of products. */
const hasChangedProducts = ({ status, counts, validate_only }: Import): boolean =>
  !isInProgress(status) && !validate_only && counts.created + counts.updated + counts.unchanged > 0;

/** Whether the import has changed products that can get their former values. */
const canBeUndone = ({ counts, validate_only, undone_at }: Import): boolean =>
  counts.updated > 0 && !validate_only && undone_at === null;

interface ImportedProps {
  readonly imported: Import;
}

function Progress({ imported: { status, progress } }: ImportedProps) {
  const { bytes_read: read, bytes_total: all, percent } = progress;
  const isRunning = status === "running";
  return (
    <>
      <progress aria-label={words.progress} {...(isRunning && { max: 100, value: percent })} />
      <p className="soft">
        {isRunning ? words.percent(percentText(percent / 100), bytesText(read), bytesText(all)) : words.waits}{" "}
        {words.follows}
      </p>
    </>
  );
}

function Counts({ imported }: ImportedProps) {
  const { counts, mode, format, compression, progress, created_at, finished_at, undone_at } = imported;
  const counted = COUNTS.map((name) => [words.counts[name], numberText(counts[name])] as const);
  return (
    <Card title={words.counts.title}>
      <DescriptionList
        items={[
          ...counted,
          ...(mode === "replace" ? [[words.counts.removed, numberText(counts.removed)] as const] : []),
          [words.facts.mode, texts.imports.modes[mode]],
          [words.facts.format, formatText(format, compression)],
          [words.facts.size, bytesText(progress.bytes_total)],
          [words.facts.started, <RelativeTime key="started" at={created_at} />],
          [words.facts.ended, finished_at ? <RelativeTime key="ended" at={finished_at} /> : texts.general.none],
          ...(undone_at === null
            ? []
            : [[texts.imports.undo.mark, <RelativeTime key="undone" at={undone_at} />] as const]),
        ]}
      />
      {counts.skipped > 0 && <p className="soft">{words.skippedRows}</p>}
    </Card>
  );
}

const formatText = (format: Import["format"], compression: Import["compression"]): string =>
  format === null
    ? texts.general.none
    : `${texts.imports.make.formats[format]}${compression === "none" || compression === null ? "" : `, ${compression}`}`;
