import { createContext, useContext, useEffect, useRef } from "react";
import { importWhenReachable } from "../import-when-reachable.js";

/** The dialog that asks before unsaved changes are lost. */
export const loadDiscardDialog = () => importWhenReachable(() => import("../components/discard-dialog.js"));

/** The forms on the page with unsaved changes, each with a function that removes its stored draft. */
export const DirtyForms = createContext<Map<symbol, () => void>>(new Map());

/** Registers the form while it has unsaved changes. `forget` removes its draft from the storage of the tab. */
export function useDirtyForm(isDirty: boolean, forget: () => void = () => {}): void {
  const forms = useContext(DirtyForms);
  const form = useRef(Symbol("form")).current;
  const latest = useRef(forget);
  latest.current = forget;
  useEffect(() => {
    if (!isDirty) return;
    // So that it is there when the page is left, also if the connection is gone by then.
    void loadDiscardDialog();
    forms.set(form, () => latest.current());
    return () => void forms.delete(form);
  }, [forms, form, isDirty]);
}
