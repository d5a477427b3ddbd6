import { FEED_FORMATS } from "@skucast/contracts/feeds/feed";
import { CheckField, SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { valueAt, withValue } from "../channels/rules/draft-rule.js";
import { EncodingField } from "./encoding-field.js";

const words = texts.channelProfiles.form;

type Definition = Readonly<Record<string, unknown>>;

interface FileFieldsProps {
  readonly definition: Definition;
  readonly onDefinition: (definition: Definition) => void;
}

/** The formats of a partner's files, and how values are written in them. */
export function FileFields({ definition, onDefinition }: FileFieldsProps) {
  const formats: readonly unknown[] = Array.isArray(definition.formats) ? definition.formats : [];
  const textAt = (path: string) => String(valueAt(definition, path) ?? "");
  const set = (path: string, value: string) => onDefinition(withValue(definition, path, value || undefined));
  const choicesOf = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  return (
    <>
      <TextField
        label={words.title}
        value={textAt("title")}
        onValue={(title) => onDefinition({ ...definition, title })}
      />
      <fieldset>
        <legend>{words.formats}</legend>
        {FEED_FORMATS.map((format) => (
          <CheckField
            key={format}
            label={format}
            isChecked={formats.includes(format)}
            onChecked={(isChecked) =>
              onDefinition({
                ...definition,
                formats: FEED_FORMATS.filter((each) => (each === format ? isChecked : formats.includes(each))),
              })
            }
          />
        ))}
      </fieldset>
      <EncodingField definition={definition} onDefinition={onDefinition} />
      <div className="grid">
        {formats.includes("csv") && (
          <SelectField
            label={words.delimiter}
            value={textAt("files.csv.delimiter") || ","}
            choices={choicesOf(words.delimiters)}
            onValue={(delimiter) => set("files.csv.delimiter", delimiter)}
          />
        )}
        <SelectField
          label={words.decimal}
          value={textAt("values.decimal_separator") || "."}
          choices={choicesOf(words.decimals)}
          onValue={(separator) => set("values.decimal_separator", separator)}
        />
        <SelectField
          label={words.currency}
          value={textAt("values.currency") || "after"}
          choices={choicesOf(words.currencies)}
          onValue={(place) => set("values.currency", place)}
        />
        <TextField
          label={words.date}
          hint={words.dateHint}
          value={textAt("values.date")}
          onValue={(pattern) => set("values.date", pattern)}
        />
      </div>
    </>
  );
}
