import { useState } from "react";
import { Button } from "../../components/button.js";
import { Collapsible } from "../../components/collapsible.js";
import { TextArea } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";

const { paste: words } = texts.imports.make;

/** Takes cells that were copied from a spreadsheet, which are separated by tabs, as a file to import. */
export function PastedRows({ onFile }: { readonly onFile: (file: File) => void }) {
  const [pasted, setPasted] = useState("");
  return (
    <Collapsible title={words.title}>
      <TextArea label={words.label} hint={words.hint} rows={6} value={pasted} onValue={setPasted} />
      <div className="actions">
        <Button
          kind="quiet"
          isDisabled={pasted.trim() === ""}
          onClick={() => onFile(new File([pasted], words.fileName, { type: "text/tab-separated-values" }))}
        >
          {words.act}
        </Button>
      </div>
    </Collapsible>
  );
}
