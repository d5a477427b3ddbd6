import type { ImportPreview, ImportQuestion } from "@skucast/contracts/imports/import";
import { useState } from "react";
import { Button } from "../../components/button.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { prefixMapping } from "./prefix-mapping.js";

const { prefix: words } = texts.imports.make.questions;

interface UrlPrefixProps {
  readonly column: string;
  readonly mapping: ImportPreview["mapping"];
  readonly onAnswer: (answer: ImportQuestion["answers"][number]) => void;
}

/** Asks for the beginning of the URLs of a column that has only their ends. */
export function UrlPrefix({ column, mapping, onAnswer }: UrlPrefixProps) {
  const [prefix, setPrefix] = useState("");
  return (
    <div className="field-with-button">
      <TextField label={words.label(column)} hint={words.hint} inputMode="url" value={prefix} onValue={setPrefix} />
      <Button
        kind="quiet"
        isDisabled={prefix.trim() === ""}
        onClick={() => onAnswer({ label: words.act, mapping: prefixMapping(mapping, column, prefix.trim()) })}
      >
        {words.act}
      </Button>
    </div>
  );
}
