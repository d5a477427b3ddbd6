import type { ReactNode } from "react";
import { ErrorNote } from "./error-note.js";
import { Loading } from "./loading.js";
import { type Column, Table } from "./table.js";

export interface PagedTableProps<Row> {
  /** The result of useApiList. */
  readonly list: {
    readonly entries: readonly Row[];
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly empty: ReactNode;
  /** As in the props of `Table`. */
  readonly widthsName?: string;
}

/** A list as a table that loads more rows while scrolling; or its loading, error or empty state. */
export function PagedTable<Row>({ list, caption, columns, keyOf, empty, widthsName }: PagedTableProps<Row>) {
  if (list.isPending) return <Loading />;
  const failure = list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (list.entries.length === 0 && !list.hasNextPage) return failure ?? empty;
  return (
    <>
      {failure}
      <Table
        caption={caption}
        columns={columns}
        rows={list.entries}
        keyOf={keyOf}
        widthsName={widthsName}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      />
      {list.isFetchingNextPage && <Loading />}
    </>
  );
}
