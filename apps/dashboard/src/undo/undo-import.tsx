import { useState } from "react";
import { useApiQuery } from "../api/use-api-query.js";
import { Button } from "../components/button.js";
import { ConfirmDialog } from "../components/confirm-dialog.js";
import { countText } from "../texts/format.js";
import { texts } from "../texts/texts.js";
import { useUndoImport } from "./use-undo-import.js";

const words = texts.imports.undo;

interface UndoImportProps {
  readonly importId: string;
  /** How many products the import updated. */
  readonly updated: number;
  readonly onUndone?: () => void;
}

/** A button that undoes the updates of an import, after a question that states the effect. */
export function UndoImport({ importId, updated, onUndone }: UndoImportProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { undo, isBusy } = useUndoImport();
  const products = countText(updated, texts.general.nouns.product);
  const { data: imported } = useApiQuery("getImport", { params: { import_id: importId } });
  return (
    <>
      <Button kind="quiet" onClick={() => setIsAsking(true)}>
        {words.open}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.title(products)}
          effect={
            <>
              <p>{words.effect(imported?.file_name ?? texts.imports.noName)}</p>
              <p>{words.stays}</p>
            </>
          }
          actionLabel={words.act}
          route="undoImport"
          isBusy={isBusy}
          error={null}
          onConfirm={() => {
            void undo(importId).then(() => {
              setIsAsking(false);
              onUndone?.();
            });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
