import { type ReactNode, useState } from "react";

interface CollapsibleProps {
  readonly title: string;
  /** Whether something inside must be seen: it cannot be closed over it. */
  readonly isHeldOpen?: boolean;
  readonly children: ReactNode;
}

/** A part of a form that most leave as it is: folded until it is asked for, or something in it is wrong. */
export function Collapsible({ title, isHeldOpen = false, children }: CollapsibleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="collapsible"
      open={isOpen || isHeldOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
