import { useState } from "react";
import type { useForm } from "../forms/use-form.js";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";
import { DiscardDialog } from "./discard-dialog.js";
import { ErrorNote } from "./error-note.js";

const words = texts.forms;

interface SaveBarProps {
  readonly form: Pick<ReturnType<typeof useForm<object>>, "error" | "isBusy" | "isDirty" | "discard">;
  /** Label of the submit button. */
  readonly label: string;
}

/** The end of a long form, in view as soon as something has changed: its submit button, whether changes are unsaved, and why saving failed. */
export function SaveBar({ form: { error, isBusy, isDirty, discard }, label }: SaveBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="bar" data-idle={!isDirty && !error && !isBusy ? "" : undefined}>
      {error && <ErrorNote error={error} />}
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
      {isDirty && !isBusy && (
        <>
          <Button kind="quiet" onClick={() => setIsAsking(true)}>
            {words.discardAll}
          </Button>
          <span className="soft">{words.unsaved}</span>
        </>
      )}
      {isAsking && (
        <DiscardDialog
          words={words.reset}
          onDiscard={() => {
            setIsAsking(false);
            discard();
          }}
          onStay={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
