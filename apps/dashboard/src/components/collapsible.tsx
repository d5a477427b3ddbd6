import { type ReactNode, useState } from "react";

interface CollapsibleProps {
  readonly title: string;
  /** Keeps it open, because something inside must be seen, such as an error. */
  readonly isForcedOpen?: boolean;
  readonly children: ReactNode;
}

/** An optional part of a form, closed until the user opens it. */
export function Collapsible({ title, isForcedOpen = false, children }: CollapsibleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="collapsible"
      open={isOpen || isForcedOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
