import { Content, Description, Portal, Root, Title } from "@radix-ui/react-alert-dialog";
import { useRef } from "react";
import { Button } from "./button.js";

interface DiscardDialogProps {
  readonly words: { readonly title: string; readonly effect: string; readonly act: string; readonly stay: string };
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

/** Asks before unsaved changes are lost. The way back has the focus. It can be above another dialog. */
export function DiscardDialog({ words, onDiscard, onStay }: DiscardDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onStay()}>
      <Portal>
        <div className="shade above" />
        <Content
          className="dialog above"
          aria-modal="true"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            stay.current?.focus();
          }}
        >
          <Title asChild>
            <h2>{words.title}</h2>
          </Title>
          <Description asChild>
            <p className="lead">{words.effect}</p>
          </Description>
          <div className="actions">
            <Button kind="danger" onClick={onDiscard}>
              {words.act}
            </Button>
            <Button kind="quiet" ref={stay} onClick={onStay}>
              {words.stay}
            </Button>
          </div>
        </Content>
      </Portal>
    </Root>
  );
}
