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
  /** The verb of the button that sends. */
  readonly actionLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a sheet over the page: its fields, its verb, and the way back. */
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
