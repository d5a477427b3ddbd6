import { createContext, useContext, useEffect } from "react";

/** Forms of the page in which something was typed that is not saved. */
export const TypedForms = createContext<Set<symbol>>(new Set());

/** Counts a form among those while something was typed in it. */
export function useTypedForm(isTyped: boolean): void {
  const forms = useContext(TypedForms);
  useEffect(() => {
    if (!isTyped) return;
    const form = Symbol("form");
    forms.add(form);
    return () => void forms.delete(form);
  }, [forms, isTyped]);
}
