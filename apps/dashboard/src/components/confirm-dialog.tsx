import { Content, Description, Portal, Root, Title } from "@radix-ui/react-alert-dialog";
import { type ReactNode, useRef } from "react";
import type { RouteId } from "../api/client.js";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";
import { ErrorNote } from "./error-note.js";
import { useRestoreFocus } from "./use-restore-focus.js";

interface ConfirmDialogProps {
  readonly title: string;
  /** The effect of the action, shown before it is confirmed. */
  readonly effect: ReactNode;
  /** Label of the confirming button, such as `Delete key`, never `OK`. */
  readonly actionLabel: string;
  /** The route that is called on confirmation. */
  readonly route: RouteId;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Whether the action is destructive. */
  readonly isDanger?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, effect, actionLabel, route, isBusy, error, isDanger = true, onConfirm, onClose } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const restoreFocus = useRestoreFocus();
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Portal>
        <div className="shade" />
        <Content
          className="dialog"
          aria-modal="true"
          onCloseAutoFocus={restoreFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            cancel.current?.focus();
          }}
        >
          <Title asChild>
            <h2>{title}</h2>
          </Title>
          <Description asChild>
            <div className="lead">{effect}</div>
          </Description>
          {error && <ErrorNote error={error} />}
          <div className="actions">
            <Button data-route={route} kind={isDanger ? "danger" : "main"} isBusy={isBusy} onClick={onConfirm}>
              {actionLabel}
            </Button>
            <Button kind="quiet" ref={cancel} onClick={onClose} isBusy={isBusy}>
              {texts.general.cancel}
            </Button>
          </div>
        </Content>
      </Portal>
    </Root>
  );
}
