import { useState } from "react";

interface EditedResource<Resource> {
  /** The version of the resource that the form edits. */
  readonly edited: Resource;
  /** Key of the form component. A new key resets the form. */
  readonly formKey: string;
  /** The form calls it when it becomes dirty or clean. */
  readonly onDirtyChange: (isDirty: boolean) => void;
}

/**
 * The version of a resource that a form on its page edits. It follows the latest version while the form is clean or
 * shows the same values. A dirty form keeps its version, so unsaved changes are not lost, and saving fails with a
 * version conflict instead of overwriting the newer version.
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
