import { createContext, useContext, useEffect } from "react";

/** The forms on the page with unsaved changes. */
export const DirtyForms = createContext<Set<symbol>>(new Set());

/** Registers the form while it has unsaved changes. */
export function useDirtyForm(isDirty: boolean): void {
  const forms = useContext(DirtyForms);
  useEffect(() => {
    if (!isDirty) return;
    const form = Symbol("form");
    forms.add(form);
    return () => void forms.delete(form);
  }, [forms, isDirty]);
}
