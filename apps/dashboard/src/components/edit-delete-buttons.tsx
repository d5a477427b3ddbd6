import { type ReactNode, useState } from "react";
import { Button } from "./button.js";

interface EditDeleteButtonsProps {
  readonly words: { readonly edit: string; readonly remove: string };
  /** The dialogs that the buttons open. */
  readonly editForm: (close: () => void) => ReactNode;
  readonly deleteDialog: (close: () => void) => ReactNode;
}

/** Buttons that edit and delete the resource of a page. */
export function EditDeleteButtons({ words, editForm, deleteDialog }: EditDeleteButtonsProps) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen("edit")}>
        {words.edit}
      </Button>
      <Button kind="quiet" onClick={() => setOpen("delete")}>
        {words.remove}
      </Button>
      {open === "edit" && editForm(close)}
      {open === "delete" && deleteDialog(close)}
    </>
  );
}
