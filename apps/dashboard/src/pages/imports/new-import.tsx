import { importQuery } from "@skucast/contracts/imports/import";
import { IMPORT_PRESET_NAMES } from "@skucast/contracts/imports/presets";
import { LIMITS } from "@skucast/contracts/limits";
import { useQuery } from "@tanstack/react-query";
import { sendFile } from "../../api/send-file.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useForm } from "../../forms/use-form.js";
import { messageText } from "../../service-messages/message-text.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ColumnMapping } from "./column-mapping.js";
import { FileQuestions } from "./file-questions.js";
import { FixedValues } from "./fixed-values.js";
import { ImportOptions } from "./import-options.js";
import { type ImportValues, importQueryOf, NEW_IMPORT, previewQueryOf } from "./import-values.js";
import { PreviewRows } from "./preview-rows.js";
import { areAllRejected } from "./preview-summary.js";
import { useUpload } from "./use-upload.js";

const words = texts.imports.make;

/** The form for a chosen file. Every change of the mapping refreshes the preview. */
export function NewImport({ file }: { readonly file: File }) {
  const upload = useUpload(file);
  const form = useForm<ImportValues>({
    route: "createImport",
    initial: NEW_IMPORT,
    schema: importQuery,
    toBody: (values) => importQueryOf(values, file.name),
    send: (values) => upload.send(importQueryOf(values, file.name)),
  });
  const { values, set, errorAt, fieldErrors } = form;
  const query = previewQueryOf(values, file.name);
  const { data: preview, error } = useQuery({
    queryKey: ["previewImport", file.name, file.size, file.lastModified, query],
    queryFn: ({ signal }) => sendFile("previewImport", { query, file: beginningOf(file), signal }),
    placeholderData: (former) => former,
  });
  const shownElsewhere = fieldErrors.filter(({ pointer }) => pointer !== "/max_removal_percent");
  const setGiven = (given: ImportValues["given"]) => set({ given });
  const hasSku = preview !== undefined && "sku" in preview.mapping;
  return (
    <form {...form.formProps}>
      <p role="status" className="soft">
        {preview ? previewText(preview) : !error && words.looking}
      </p>
      {error && <ErrorNote error={error} />}
      {preview && (
        <>
          <FileQuestions
            preview={preview}
            onAnswer={({ mapping = {}, options = {} }) =>
              set({
                given: { ...values.given, ...(mapping as ImportValues["given"]) },
                reading: { ...values.reading, ...options },
              })
            }
          />
          <ColumnMapping preview={preview} given={values.given} onGiven={setGiven} />
          <FixedValues given={values.given} onGiven={setGiven} />
          <PreviewRows preview={preview} />
          <ImportOptions values={values} set={set} errorAt={errorAt} />
          {form.error && <ErrorNote error={form.error} />}
          {shownElsewhere.map(({ pointer, message }) => (
            <p key={pointer} className="note bad" role="alert">
              {pointer.slice(1)} {messageText(message)}
            </p>
          ))}
          <div className="bar">
            {upload.share === null ? (
              <Button type="submit" disabled={!hasSku}>
                {values.isOnlyChecked ? words.tryAct : words.act}
              </Button>
            ) : (
              <>
                <progress max={1} value={upload.share} aria-label={words.sent} />
                <span>{words.sending}</span>
                <Button kind="quiet" onClick={upload.giveUp}>
                  {words.giveUp}
                </Button>
              </>
            )}
            {!hasSku && <span>{words.noSku}</span>}
            {hasSku && preview.questions.length > 0 && <span>{words.openQuestions}</span>}
            {hasSku && areAllRejected(preview.checked) && <span>{words.preview.allRefused}</span>}
          </div>
        </>
      )}
    </form>
  );
}

/** The part of the file to preview. ZIP archives and workbooks have their index at the end, so they are sent whole. */
const beginningOf = (file: File): Blob =>
  file.slice(
    0,
    /\.(zip|xlsx)(\.gz)?$/i.test(file.name) ? LIMITS.importPreviewZipBytesMax : LIMITS.importPreviewBytesMax,
  );

function previewText({
  format,
  columns,
  parts,
  preset,
  combine,
}: Pick<NonNullable<PreviewResponse>, "format" | "columns" | "parts" | "preset" | "combine">): string {
  const used = columns.filter(({ fields }) => fields.length > 0).length;
  const sentence = words.understood(
    words.formats[format],
    countText(columns.length, texts.general.nouns.column),
    numberText(used),
  );
  return [
    sentence,
    ...(parts.length === 0 ? [] : [words.parts(parts.join(", "))]),
    ...(preset === "none" ? [] : [words.recognized(IMPORT_PRESET_NAMES[preset])]),
    ...(combine === null ? [] : [words.combined(combine.replaceAll(/\w+=/g, "").replaceAll(",", ", "))]),
  ].join(" ");
}
type PreviewResponse = Awaited<ReturnType<typeof sendFile<"previewImport">>>;
