import type { SavedView } from "@skucast/contracts/saved-views/saved-view";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Menu } from "../../components/menu.js";
import { useNotice } from "../../components/notices.js";
import { importOnDemand } from "../../load-on-demand.js";
import { problemText } from "../../service-messages/problem-text.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/first-view.js";
import { compareNames } from "../../texts/format.js";
import type { ProductFilter } from "./filter-names.js";
import { useFormerViews } from "./former-views.js";

const { views: words } = texts.products;
const LIST = "products";
const VIEWS_READ = 200;
/** Loaded when it is opened, because it imports the code of forms. */
const SaveView = importOnDemand(() => import("./save-view.js"), "SaveView");

interface ProductViewsProps {
  readonly filter: ProductFilter;
  readonly columns: readonly string[];
  readonly onView: (view: { readonly filter: ProductFilter; readonly columns: readonly string[] }) => void;
  /** Whether the list is there, so that its rows do not wait for the views. */
  readonly isReady: boolean;
}

/** The views that the person saved in this workspace: to open, save, change and delete. */
export function ProductViews({ filter, columns, onView, isReady }: ProductViewsProps) {
  const { workspace } = useSession();
  const { data } = useApiQuery("listSavedViews", { query: { list: LIST, limit: VIEWS_READ } }, { isEnabled: isReady });
  useFormerViews(workspace.id, data?.data);
  const views = [...(data?.data ?? [])].sort((a, b) => compareNames(a.name, b.name));
  const { save, remove } = useViewChanges();
  const [openedName, setOpenedName] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const shown: Omit<ViewBody, "name"> = { list: LIST, filter: givenOf(filter), columns: [...columns] };
  const current = views.find((view) => textOf(view.filter, view.columns) === textOf(filter, columns));
  const opened = views.find(({ name }) => name === openedName);
  const open = (view: SavedView) => {
    setOpenedName(view.name);
    onView(view);
  };
  const items = [
    ...views.map((view) => ({
      key: view.id,
      label: view.name,
      isCurrent: view === current,
      onSelect: () => open(view),
    })),
    ...(opened === undefined || current !== undefined
      ? []
      : [
          {
            key: "update",
            label: words.update(opened.name),
            onSelect: () => void save({ ...shown, name: opened.name }),
          },
        ]),
    { key: "save", label: words.save, onSelect: () => setIsSaving(true) },
    ...(current === undefined
      ? []
      : [{ key: "remove", label: words.remove(current.name), onSelect: () => void remove(current) }]),
  ];
  return (
    <>
      <Menu label={current?.name ?? words.open} items={items} />
      {isSaving && (
        <SaveView
          names={views.map(({ name }) => name)}
          view={shown}
          onSaved={(name) => {
            setOpenedName(name);
            setIsSaving(false);
          }}
          onClose={() => setIsSaving(false)}
        />
      )}
    </>
  );
}

type ViewBody = Pick<SavedView, "list" | "name" | "filter" | "columns">;

/** Saves and deletes views, and reports it. A deleted view can be restored from its notice. */
function useViewChanges() {
  const saving = useApiMutation("saveView");
  const removing = useApiMutation("deleteSavedView");
  const notify = useNotice();
  const report = async (work: Promise<unknown>, done: () => void) => {
    try {
      await work;
      done();
    } catch (error) {
      notify(problemText(error));
    }
  };
  const save = (body: ViewBody) => report(saving.mutateAsync({ body }), () => notify(words.saved(body.name)));
  const remove = ({ id, list, name, filter, columns }: SavedView) =>
    report(removing.mutateAsync({ params: { view_id: id } }), () =>
      notify(words.removed(name), {
        label: texts.products.restoration.undo,
        onClick: () => void save({ list, name, filter, columns }),
      }),
    );
  return { save, remove };
}

const givenOf = (filter: ProductFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Record<string, string>;

/** Equal views have equal texts, whatever the order of their parts. */
const textOf = (filter: ProductFilter, columns: readonly string[]): string =>
  JSON.stringify([
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .sort(),
    [...columns].sort(),
  ]);
