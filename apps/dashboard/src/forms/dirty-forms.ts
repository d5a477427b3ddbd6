import { createContext, useContext, useEffect } from "react";

/** Forms of the page in which something was typed that is not saved. */
export const DirtyForms = createContext<Set<symbol>>(new Set());

/** Counts a form among those while something was typed in it. */
export function useDirtyForm(isDirty: boolean): void {
  const forms = useContext(DirtyForms);
  useEffect(() => {
    if (!isDirty) return;
    const form = Symbol("form");
    forms.add(form);
    return () => void forms.delete(form);
  }, [forms, isDirty]);
}
