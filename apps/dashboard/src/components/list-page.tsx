import { type ReactNode, useState } from "react";
import { Button } from "./button.js";
import { EmptyState } from "./empty-state.js";
import { Page } from "./page.js";
import { PagedTable, type PagedTableProps } from "./paged-table.js";

interface ListPageProps<Row> extends Pick<PagedTableProps<Row>, "list" | "columns"> {
  readonly words: {
    readonly title: string;
    readonly lead: string;
    readonly caption: string;
    readonly newOne: string;
    readonly empty: { readonly title: string; readonly sentence: string };
  };
  readonly canWrite: boolean;
  /** The dialog that creates an entry. */
  readonly form: (close: () => void) => ReactNode;
}

/** A page that lists resources of one kind and can create one. */
export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { list, columns, words, canWrite, form } = props;
  const [isNew, setIsNew] = useState(false);
  const create = canWrite && <Button onClick={() => setIsNew(true)}>{words.newOne}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <PagedTable
        list={list}
        caption={words.caption}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {isNew && form(() => setIsNew(false))}
    </Page>
  );
}
