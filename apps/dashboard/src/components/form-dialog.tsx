import type { ReactNode } from "react";
import { FormNotes } from "../forms/form-notes.js";
import type { useForm } from "../forms/use-form.js";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";
import { ErrorNote } from "./error-note.js";

interface FormDialogProps<Values extends object> {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly form: Omit<ReturnType<typeof useForm<Values>>, "set" | "errorAt">;
  /** Label of the submit button. */
  readonly actionLabel: string;
  /** danger: for what removes something. */
  readonly actionKind?: "main" | "danger";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a modal dialog, with its submit and cancel buttons. */
export const FormDialog = <Values extends object>(props: FormDialogProps<Values>) => {
  const { title, lead, form, actionLabel, actionKind = "main", onClose, children } = props;
  return (
    <Dialog title={title} lead={lead} onClose={onClose} isDirty={form.isDirty}>
      <form {...form.formProps}>
        <FormNotes form={form} />
        {children}
        <div className="actions">
          {form.error && <ErrorNote error={form.error} />}
          <Button type="submit" kind={actionKind} isBusy={form.isBusy}>
            {actionLabel}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.general.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
