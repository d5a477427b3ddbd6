import type { SavedView } from "@skucast/contracts/saved-views/saved-view";
import { parseTexts } from "../../components/stored-value.js";

/** A view as earlier versions kept it in the browser. */
export interface FormerView {
  readonly name: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
}

/** The views that the account does not have. A view of the account is kept if both have the same name. */
export const missingViews = (former: readonly FormerView[], saved: readonly Pick<SavedView, "name">[]): FormerView[] =>
  former.filter(({ name }) => !saved.some((view) => view.name === name.normalize("NFC").trim()));

export function parseViews(stored: unknown): readonly FormerView[] | undefined {
  return Array.isArray(stored) && stored.every(isView) ? stored : undefined;
}

function isView(stored: unknown): stored is FormerView {
  if (typeof stored !== "object" || stored === null) return false;
  const { name, filter, columns } = stored as Partial<FormerView>;
  const isFilter = typeof filter === "object" && filter !== null && parseTexts(Object.values(filter)) !== undefined;
  return typeof name === "string" && isFilter && parseTexts(columns) !== undefined;
}
