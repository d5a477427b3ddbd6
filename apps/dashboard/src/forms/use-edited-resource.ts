import { useState } from "react";

interface EditedResource<Resource> {
  /** What the form changes. */
  readonly edited: Resource;
  /** The form's key: another one has it begin anew. */
  readonly formKey: string;
  /** To be told by the form whether something was typed that is not saved. */
  readonly onDirtyChange: (isDirty: boolean) => void;
}

/**
 * What a form changes that stands on its page: what is there now, while nothing was typed or what the form shows is the
 * same. Otherwise it stays what it was: typed text is not swept away, and by its version it is refused, not overwritten.
 */
export function useEditedResource<Resource>(
  latest: Resource,
  draftOf: (resource: Resource) => unknown,
): EditedResource<Resource> {
  const [held, setHeld] = useState(latest);
  const [isDirty, setIsDirty] = useState(false);
  const latestKey = JSON.stringify(draftOf(latest));
  const heldKey = JSON.stringify(draftOf(held));
  const edited = isDirty && heldKey !== latestKey ? held : latest;
  if (edited !== held) setHeld(edited);
  return { edited, formKey: edited === held ? heldKey : latestKey, onDirtyChange: setIsDirty };
}
