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
  /** The button or link that creates an entry; false for users who cannot. */
  readonly create: ReactNode;
  readonly children?: ReactNode;
}

/** A page that lists resources of one kind. */
export const ListPage = <Row extends { readonly id: string }>(props: ListPageProps<Row>) => {
  const { list, columns, words, create, children } = props;
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
      {children}
    </Page>
  );
};

interface ListPageWithFormProps<Row> extends Pick<ListPageProps<Row>, "list" | "columns" | "words"> {
  readonly canCreate: boolean;
  /** The dialog that creates an entry. */
  readonly form: (close: () => void) => ReactNode;
  /** Shown below the list. */
  readonly below?: ReactNode;
}

/** A list page that creates entries in a dialog. */
export function ListPageWithForm<Row extends { readonly id: string }>(props: ListPageWithFormProps<Row>) {
  const { canCreate, form, below, ...page } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ListPage {...page} create={canCreate && <Button onClick={() => setIsOpen(true)}>{page.words.newOne}</Button>}>
      {below}
      {isOpen && form(() => setIsOpen(false))}
    </ListPage>
  );
}
