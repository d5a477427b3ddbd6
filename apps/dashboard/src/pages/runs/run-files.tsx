import type { Run } from "@skucast/contracts/runs/run";
import { api } from "../../api/client.js";
import { Card } from "../../components/card.js";
import { type Column, Table } from "../../components/table.js";
import { bytesText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.feeds.run;

/** The files of a run, with downloads while they are stored. */
export function RunFiles({ run }: { readonly run: Run }) {
  if (run.files.length === 0) return null;
  return (
    <Card title={words.filesTitle}>
      {!run.files_kept && <p className="soft">{words.filesGone}</p>}
      <Table
        caption={words.filesTitle}
        columns={run.files_kept ? [...COLUMNS, downloadColumn(run)] : COLUMNS}
        rows={run.files}
        keyOf={({ name }) => name}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<Run["files"][number]>[] = [
  { key: "name", title: words.fileColumns.name, isRowHeader: true, cell: ({ name }) => <code>{name}</code> },
  {
    key: "rows",
    title: words.fileColumns.rows,
    isStackedOnNarrow: true,
    align: "end",
    cell: ({ rows }) => (
      <>
        <span className="narrow-label">{words.fileColumns.rows}: </span>
        {numberText(rows)}
      </>
    ),
  },
  {
    key: "size",
    title: words.fileColumns.size,
    isStackedOnNarrow: true,
    align: "end",
    cell: ({ bytes }) => bytesText(bytes),
  },
  { key: "sha", title: words.fileColumns.sha, isHiddenOnNarrow: true, cell: ({ sha256 }) => <code>{sha256}</code> },
];

const downloadColumn = (run: Run): Column<Run["files"][number]> => ({
  key: "act",
  title: <span className="visually-hidden">{words.fileColumns.act}</span>,
  align: "end",
  cell: ({ name }) => (
    <a
      className="button quiet"
      href={api.urlOf("getRunFile", { params: { run_id: run.id }, query: { name } })}
      download={name}
    >
      {words.download} <span className="visually-hidden">{name}</span>
    </a>
  ),
});
