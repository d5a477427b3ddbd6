import { COLUMN_TYPES, type ColumnType } from "@skucast/contracts/channel-profiles/column";
import { CheckField, SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { EntryActions } from "../channels/rules/entry-actions.js";
import { targetText } from "../imports/target-text.js";
import { COLUMN_SOURCES } from "./column-sources.js";
import { type DraftColumn, headerOf, ofType, sourceOf, typesOf, withMember, withSource } from "./draft-columns.js";

const words = texts.channelProfiles.form;

interface ProfileColumnProps {
  readonly column: DraftColumn;
  /** Zero-based position, and the number of columns. */
  readonly index: number;
  readonly count: number;
  /** What is wrong with the column. */
  readonly errors: readonly string[];
  readonly onColumn: (column: DraftColumn) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** One column of a partner's file as a form. */
export function ProfileColumn({ column, index, count, errors, onColumn, onMove, onRemove }: ProfileColumnProps) {
  return (
    <li className="rule-card">
      <div className="card-head">
        <h3>{words.nameOf(index + 1, headerOf(column))}</h3>
        <EntryActions
          index={index}
          count={count}
          words={words}
          onMove={onMove}
          onRemove={onRemove}
          isRemovable={count > 1}
        />
      </div>
      {errors.map((error) => (
        <p key={error} className="field-error">
          {error}
        </p>
      ))}
      <div className="grid">
        <TextField
          label={words.header}
          value={headerOf(column)}
          onValue={(header) => onColumn(withMember(column, "header", header))}
        />
        <SourceFields column={column} onColumn={onColumn} />
        <TypeField column={column} onColumn={onColumn} />
        {column.type === "text" && (
          <TextField
            label={words.max}
            inputMode="numeric"
            value={column.max === undefined ? "" : String(column.max)}
            onValue={(typed) => onColumn(withMember(column, "max", numberIn(typed)))}
          />
        )}
      </div>
      <CheckField
        label={words.required}
        isChecked={column.required === true}
        onChecked={(isChecked) => onColumn(withMember(column, "required", isChecked || undefined))}
      />
    </li>
  );
}

type FieldProps = Pick<ProfileColumnProps, "column" | "onColumn">;

const OTHER_SOURCES = ["attribute", "constant", "template"] as const;

function SourceFields({ column, onColumn }: FieldProps) {
  const source = sourceOf(column);
  const chosen = source.kind === "field" ? source.from : `:${source.kind}`;
  const offered: readonly string[] = Object.keys(COLUMN_SOURCES);
  const fields = source.kind === "field" && !offered.includes(source.from) ? [source.from, ...offered] : offered;
  const text = source.kind === "field" ? undefined : source.text;
  return (
    <>
      <SelectField
        label={words.source}
        value={chosen}
        choices={[
          ...fields.map((from) => ({ value: from, label: targetText(from) })),
          ...OTHER_SOURCES.map((kind) => ({ value: `:${kind}`, label: words.sources[kind] })),
        ]}
        onValue={(value) => {
          const kind = OTHER_SOURCES.find((each) => value === `:${each}`);
          const changed = withSource(column, kind ? { kind, text: "" } : { kind: "field", from: value });
          onColumn(kind || headerOf(column) !== "" ? changed : withMember(changed, "header", targetText(value)));
        }}
      />
      {source.kind !== "field" && text !== undefined && (
        <TextField
          label={words.sources[source.kind]}
          hint={words.sourceHints[source.kind]}
          value={text}
          onValue={(typed) => onColumn(withSource(column, { kind: source.kind, text: typed }))}
        />
      )}
    </>
  );
}

function TypeField({ column, onColumn }: FieldProps) {
  const offered = typesOf(column);
  if (offered.length < 2) return null;
  return (
    <SelectField
      label={words.type}
      value={column.type}
      choices={offered.map((type) => ({ value: type, label: words.types[type] ?? type }))}
      onValue={(type) => {
        if (isType(type)) onColumn(ofType(column, type));
      }}
    />
  );
}

const isType = (name: string): name is ColumnType => Object.hasOwn(COLUMN_TYPES, name);

/** A number as typed; a text that is none stays, so that the service names the fault. */
const numberIn = (typed: string): number | string | undefined => {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^\d+$/.test(text) ? Number(text) : text;
};
