import type { ReactNode } from "react";
import type { useForm } from "../forms/use-form.js";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";
import { ErrorNote } from "./error-note.js";

interface FormDialogProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly form: Pick<ReturnType<typeof useForm>, "formProps" | "error" | "isBusy">;
  /** Label of the submit button. */
  readonly actionLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a modal dialog, with its submit and cancel buttons. */
export const FormDialog = ({ title, lead, form, actionLabel, onClose, children }: FormDialogProps) => (
  <Dialog title={title} lead={lead} onClose={onClose}>
    <form {...form.formProps}>
      {form.error && <ErrorNote error={form.error} />}
      {children}
      <div className="actions">
        <Button type="submit" isBusy={form.isBusy}>
          {actionLabel}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.general.cancel}
        </Button>
      </div>
    </form>
  </Dialog>
);
