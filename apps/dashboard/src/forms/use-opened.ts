import { useState } from "react";

interface Opened<Resource> {
  /** What the form changes. */
  readonly opened: Resource;
  /** The form's key: another one has it begin anew. */
  readonly formKey: string;
  /** To be told by the form whether something was typed that is not saved. */
  readonly onTyped: (isTyped: boolean) => void;
}

/**
 * What a form changes that stands on its page: what is there now, while nothing was typed or what the form shows is the
 * same. Otherwise it stays what it was: typed text is not swept away, and by its version it is refused, not overwritten.
 */
export function useOpened<Resource>(latest: Resource, draftOf: (resource: Resource) => unknown): Opened<Resource> {
  const [held, setHeld] = useState(latest);
  const [isTyped, setIsTyped] = useState(false);
  const latestKey = JSON.stringify(draftOf(latest));
  const heldKey = JSON.stringify(draftOf(held));
  const opened = isTyped && heldKey !== latestKey ? held : latest;
  if (opened !== held) setHeld(opened);
  return { opened, formKey: opened === held ? heldKey : latestKey, onTyped: setIsTyped };
}
