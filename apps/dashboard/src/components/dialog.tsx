import { Content, Description, Portal, Root, Title } from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { useRestoreFocus } from "./use-restore-focus.js";

interface DialogProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Whether only its own buttons close it: what it shows cannot be seen again. */
  readonly isHeld?: boolean;
}

/**
 * A sheet over the page that keeps the focus and gives it back. The shade is drawn by style sheet: Radix' own overlay
 * would put a style into the page, which the policy forbids.
 */
export function Dialog({ title, lead, onClose, children, isHeld = false }: DialogProps) {
  const restoreFocus = useRestoreFocus();
  const hold = (event: Event) => {
    if (isHeld) event.preventDefault();
  };
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Portal>
        <div className="shade" />
        <Content
          className="dialog"
          aria-modal="true"
          onCloseAutoFocus={restoreFocus}
          onEscapeKeyDown={hold}
          onInteractOutside={hold}
          {...(lead === undefined && { "aria-describedby": undefined })}
        >
          <Title asChild>
            <h2>{title}</h2>
          </Title>
          {lead !== undefined && (
            <Description asChild>
              <div className="soft lead">{lead}</div>
            </Description>
          )}
          {children}
        </Content>
      </Portal>
    </Root>
  );
}
