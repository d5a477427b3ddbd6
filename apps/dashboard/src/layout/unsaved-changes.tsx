import { useBlocker } from "@tanstack/react-router";
import { useContext } from "react";
import { DirtyForms, loadDiscardDialog } from "../forms/dirty-forms.js";
import { loadOnDemand } from "../load-on-demand.js";
import { texts } from "../texts/first-view.js";

const DiscardDialog = loadOnDemand(async () => (await loadDiscardDialog()).DiscardDialog);

/** Asks before a page with unsaved changes is left, by a link, Back or Reload. */
export function UnsavedChanges() {
  const forms = useContext(DirtyForms);
  const isDirty = () => forms.size > 0;
  const blocked = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true });
  if (blocked.status !== "blocked") return null;
  const discard = () => {
    // At once: the next page may load for a while, and a reload meanwhile would bring the draft back.
    for (const forget of forms.values()) forget();
    blocked.proceed();
  };
  return <DiscardDialog words={texts.general.drafts.leave} onDiscard={discard} onStay={blocked.reset} />;
}
