import type { Import, ImportError } from "@skucast/contracts/imports/import";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { Loading } from "../../components/loading.js";
import { type Column, Table } from "../../components/table.js";
import { messageText } from "../../service-messages/message-text.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ErrorGroups } from "./error-groups.js";
import { targetText } from "./target-text.js";

const words = texts.imports.one.errors;
/** More errors can be downloaded. */
const SHOWN_MAX = 1_000;

/** The errors and warnings of an import, with a download of all that are stored. */
export function ImportErrors({ imported }: { readonly imported: Import }) {
  const { id, status, error_count: count, error_groups: groups = [], correctable_rows: correctable } = imported;
  const params = { import_id: id };
  const { data, error } = useQuery({
    queryKey: ["importErrors", id, status],
    queryFn: async ({ signal }) => {
      const file = await api.call("getImportErrors", { params, query: { format: "jsonl" }, signal });
      return errorsOf(await file.text());
    },
  });
  return (
    <Card
      title={words.title}
      actions={
        <>
          {correctable > 0 && (
            <a
              className="button"
              href={api.urlOf("getImportErrors", { params, query: { format: "original" } })}
              download
            >
              {words.correct}
            </a>
          )}
          <a className="button quiet" href={api.urlOf("getImportErrors", { params })} download={`${id}-errors.csv`}>
            {words.download}
          </a>
        </>
      }
    >
      <p>
        {words.lead(countText(count, texts.general.nouns.fault))}{" "}
        {data && count > data.length && words.first(numberText(data.length))}
      </p>
      {correctable > 0 && <p>{words.correctLead(countText(correctable, texts.general.nouns.row))}</p>}
      {groups.length > 0 && <ErrorGroups groups={groups} />}
      {error && <ErrorNote error={error} />}
      {!data && !error && <Loading />}
      {data && data.length > 0 && (
        <Table
          caption={words.caption}
          columns={COLUMNS}
          rows={data}
          keyOf={({ line, pointer, code }) => `${line} ${pointer} ${code}`}
        />
      )}
    </Card>
  );
}

/** The first errors of an error file, whose lines have the shape of importErrorSchema. */
const errorsOf = (jsonl: string): readonly ImportError[] =>
  jsonl
    .split("\n", SHOWN_MAX)
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ImportError);

const COLUMNS: readonly Column<ImportError>[] = [
  { key: "line", title: words.columns.line, isRowHeader: true, align: "end", cell: ({ line }) => numberText(line) },
  { key: "sku", title: words.columns.sku, cell: ({ sku }) => sku ?? texts.general.none },
  {
    key: "field",
    title: words.columns.field,
    isHiddenOnNarrow: true,
    cell: ({ pointer }) => (pointer === "" ? words.wholeRow : targetText(pointer.slice(1))),
  },
  {
    key: "column",
    title: words.columns.column,
    isHiddenOnNarrow: true,
    cell: ({ column }) => column ?? texts.general.none,
  },
  { key: "message", title: words.columns.message, cell: ({ message }) => messageText(message) },
  { key: "value", title: words.columns.value, isHiddenOnNarrow: true, cell: ({ value }) => value ?? "" },
  {
    key: "severity",
    title: words.columns.severity,
    isHiddenOnNarrow: true,
    cell: ({ severity }) => words.severities[severity],
  },
];
