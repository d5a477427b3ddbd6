import { lazy, Suspense, useState } from "react";
import { Menu } from "../../components/menu.js";
import { useNotice } from "../../components/notices.js";
import { parseTexts, useStoredValue } from "../../components/use-stored-value.js";
import { importWhenReachable } from "../../lazy-route-component.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";
import type { ProductFilter } from "./product-filters.js";

const { views: words } = texts.products;
/** Loaded when it is opened: it needs what forms need. */
const SaveView = lazy(async () => ({ default: (await importWhenReachable(() => import("./save-view.js"))).SaveView }));

interface View {
  readonly name: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
}

function parseViews(stored: unknown): readonly View[] | undefined {
  return Array.isArray(stored) && stored.every(isView) ? stored : undefined;
}

function isView(stored: unknown): stored is View {
  if (typeof stored !== "object" || stored === null) return false;
  const { name, filter, columns } = stored as Partial<View>;
  const isFilter = typeof filter === "object" && filter !== null && parseTexts(Object.values(filter)) !== undefined;
  return typeof name === "string" && isFilter && parseTexts(columns) !== undefined;
}

interface ProductViewsProps {
  readonly filter: ProductFilter;
  readonly columns: readonly string[];
  readonly onView: (view: { readonly filter: ProductFilter; readonly columns: readonly string[] }) => void;
}

/** The saved views of this workspace in this browser: to open, save and delete. */
export function ProductViews({ filter, columns, onView }: ProductViewsProps) {
  const { workspace } = useSession();
  const [views, setViews] = useStoredValue(`views-${workspace.id}`, {
    parse: parseViews,
    initial: [] as readonly View[],
  });
  const [isSaving, setIsSaving] = useState(false);
  const notify = useNotice();
  const isCurrent = (view: View) => textOf(view.filter, view.columns) === textOf(filter, columns);
  const current = views.find(isCurrent);
  const items = [
    ...views.map((view) => ({
      key: view.name,
      label: view.name,
      isCurrent: view === current,
      onSelect: () => onView(view),
    })),
    { key: "save", label: words.save, onSelect: () => setIsSaving(true) },
    ...(current === undefined
      ? []
      : [
          {
            key: "remove",
            label: words.remove(current.name),
            onSelect: () => {
              setViews(views.filter((view) => view !== current));
              notify(words.removed(current.name));
            },
          },
        ]),
  ];
  return (
    <>
      <Menu label={current?.name ?? words.open} items={items} />
      {isSaving && (
        <Suspense>
          <SaveView
            names={views.map(({ name }) => name)}
            onSave={(name) => {
              setViews([...views, { name, filter: givenOf(filter), columns }]);
              notify(words.saved(name));
              setIsSaving(false);
            }}
            onClose={() => setIsSaving(false)}
          />
        </Suspense>
      )}
    </>
  );
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
