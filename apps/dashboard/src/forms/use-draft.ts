import { useEffect, useState } from "react";
import { useSession } from "../session/session.js";
import { isSame, mergeDrafts } from "./merge-drafts.js";
import { readDraft, type StoredDraft, writeDraft } from "./stored-draft.js";

interface DraftState<Values> extends StoredDraft<Values> {
  /** The initial values that `base` and `values` already contain. */
  readonly seen: Values;
  readonly conflicts: Partial<Values>;
  readonly isRestored: boolean;
}

/**
 * The values of a form. When the initial values change because someone else saved, they are merged into the values, and
 * fields that were changed on both sides become conflicts. With a name, unsaved values survive a reload. `bodyOf` gives
 * what would be sent.
 */
export function useDraft<Values extends object>(
  initial: Values,
  name: string | undefined,
  bodyOf: (values: Values) => unknown,
) {
  const { user, workspace } = useSession();
  const storageName = name && `${user?.id ?? ""}:${workspace.id}:${name}`;
  const [known, setState] = useState<DraftState<Values>>(() => startOf(initial, storageName, bodyOf));
  const state = isSame(known.seen, initial) ? known : follow(known, initial);
  if (state !== known) setState(state);
  const { base, values, conflicts, isRestored } = state;
  const isDirty = !isSame(base, values);
  useEffect(() => {
    if (storageName) writeDraft(storageName, isDirty ? { base, values } : null);
  }, [storageName, isDirty, base, values]);
  // A form that is left in the page was saved or discarded. A reload does not run this.
  useEffect(() => () => void (storageName && writeDraft(storageName, null)), [storageName]);
  const replace = (change: Partial<DraftState<Values>>) => setState((former) => ({ ...former, ...change }));
  return {
    values,
    conflicts,
    isDirty,
    /** Whether the values are those that were typed before a reload. */
    isRestored,
    setValues: (next: Values) => replace({ values: next }),
    seen: state.seen,
    /** The values have been saved. `seen` are the initial values when saving started. */
    settle: (saved: Values, seen: Values) => setState((former) => settled(former, saved, seen)),
    /** Decides a conflict: `next` has the value that was chosen. */
    decide: (field: keyof Values, next: Values) => {
      const { [field]: _decided, ...others } = conflicts;
      replace({ values: next, conflicts: others as Partial<Values> });
    },
    /** Removes what a reload would bring back. */
    forget: () => void (storageName && writeDraft(storageName, null)),
    discard: () => setState({ seen: initial, base: initial, values: initial, conflicts: {}, isRestored: false }),
  };
}

function startOf<Values extends object>(
  initial: Values,
  storageName: string | undefined,
  bodyOf: (values: Values) => unknown,
): DraftState<Values> {
  const stored = storageName ? readDraft(storageName, initial) : null;
  // A page that is left just after saving leaves a draft of what has been saved.
  if (stored === null || isSame(bodyOf(stored.values), bodyOf(initial)))
    return { seen: initial, base: initial, values: initial, conflicts: {}, isRestored: false };
  return { ...stored, seen: stored.base, conflicts: {}, isRestored: true };
}

function follow<Values extends object>(state: DraftState<Values>, initial: Values): DraftState<Values> {
  const { values, conflicts } = mergeDrafts(state.base, state.values, initial);
  // An undecided conflict stays one as long as the values differ.
  const open = Object.keys(state.conflicts).filter(
    (field) => !isSame(memberOf(values, field), memberOf(initial, field)),
  );
  const kept = Object.fromEntries(open.map((field) => [field, memberOf(initial, field)])) as Partial<Values>;
  return { ...state, seen: initial, base: initial, values, conflicts: { ...kept, ...conflicts } };
}

/** The saved values, or what the service has made of them if that has arrived, with what was typed since. */
function settled<Values extends object>(former: DraftState<Values>, saved: Values, seen: Values): DraftState<Values> {
  const latest = isSame(former.seen, seen) ? saved : former.seen;
  const { values } = mergeDrafts(saved, former.values, latest);
  return { ...former, base: latest, values, conflicts: {}, isRestored: false };
}

const memberOf = (values: object, field: string): unknown => (values as Readonly<Record<string, unknown>>)[field];
