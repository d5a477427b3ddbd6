import { LIMITS } from "@skucast/contracts/limits";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Card } from "../../components/card.js";
import { Page } from "../../components/page.js";
import { FileField } from "../../forms/field.js";
import { bytesText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { NewImport } from "./new-import.js";
import { PastedRows } from "./pasted-rows.js";

const words = texts.imports.make;
const FILE_EXTENSIONS = ".csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,.xml,.rss,.xlsx,.zip,.gz";
const MAX_TEXT = bytesText(LIMITS.importBytesMax);

/** Imports a product file: choose, preview, map, upload. */
export function NewImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > LIMITS.importBytesMax;
  return (
    <Page title={words.title}>
      <p>
        <Link to="/imports">{texts.imports.one.toAll}</Link>
      </p>
      <Card title={words.file}>
        <FileField
          label={words.choose}
          hint={words.fileHint(MAX_TEXT)}
          error={isTooLarge ? words.tooLarge(MAX_TEXT) : undefined}
          accept={FILE_EXTENSIONS}
          onFile={setFile}
        />
        <PastedRows onFile={setFile} />
      </Card>
      {file !== null && !isTooLarge && <NewImport key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />}
    </Page>
  );
}
