import { Content, Description, Portal, Root, Title } from "@radix-ui/react-dialog";
import { type ReactNode, useState } from "react";
import { texts } from "../texts/texts.js";
import { DiscardDialog } from "./discard-dialog.js";
import { useRestoreFocus } from "./use-restore-focus.js";

interface DialogProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Whether only its own buttons close it, because its content cannot be shown again. */
  readonly isPersistent?: boolean;
  /** Whether something was typed, so that closing it by Esc or a click outside asks first. */
  readonly isDirty?: boolean;
}

/**
 * A modal dialog that traps the focus and restores it. Esc and a click outside ask before they discard typed values. The
 * backdrop is an element of our own, because Radix' overlay adds an inline style, which the Content-Security-Policy forbids.
 */
export function Dialog({ title, lead, onClose, children, isPersistent = false, isDirty = false }: DialogProps) {
  const restoreFocus = useRestoreFocus();
  const [isAsking, setIsAsking] = useState(false);
  const preventClose = (event: Event) => {
    if (isPersistent) event.preventDefault();
  };
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && (isDirty ? setIsAsking(true) : onClose())}>
      <Portal>
        <div className="shade" />
        <Content
          className="dialog"
          aria-modal="true"
          onCloseAutoFocus={restoreFocus}
          onEscapeKeyDown={preventClose}
          onInteractOutside={preventClose}
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
      {isAsking && (
        <DiscardDialog words={texts.general.drafts.close} onDiscard={onClose} onStay={() => setIsAsking(false)} />
      )}
    </Root>
  );
}
