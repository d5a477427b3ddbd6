import type { Fault } from "@skucast/contracts/problem";
import { Button } from "../../components/button.js";
import { fieldErrorText } from "../../forms/field-error-text.js";
import { texts } from "../../texts/texts.js";
import { moveEntry, replaceEntry } from "../channels/rules/draft-rule.js";
import { type DraftColumn, newColumn } from "./draft-columns.js";
import { FileFields } from "./file-fields.js";
import { ProfileColumn } from "./profile-column.js";

const words = texts.channelProfiles.form;

type Definition = Readonly<Record<string, unknown>>;

interface ProfileFormProps {
  readonly definition: Definition;
  /** Those of the definition. */
  readonly columns: readonly DraftColumn[];
  readonly faults: readonly Fault[];
  readonly onDefinition: (definition: Definition) => void;
}

/** A definition as a form: the file, and its columns in their order. What the form does not show stays as it is. */
export function ProfileForm({ definition, columns, faults, onDefinition }: ProfileFormProps) {
  const set = (changed: readonly DraftColumn[]) => onDefinition({ ...definition, columns: changed });
  return (
    <>
      <FileFields definition={definition} onDefinition={onDefinition} />
      <h3>{words.columns}</h3>
      <ol className="rules">
        {columns.map((column, index) => (
          <ProfileColumn
            key={column.name}
            column={column}
            index={index}
            count={columns.length}
            errors={faults.filter(({ pointer }) => isWithin(pointer, `/columns/${index}`)).map(fieldErrorText)}
            onColumn={(changed) => set(replaceEntry(columns, index, changed))}
            onMove={(by) => set(moveEntry(columns, index, by))}
            onRemove={() => set(replaceEntry(columns, index))}
          />
        ))}
      </ol>
      <p>
        <Button kind="quiet" onClick={() => set([...columns, newColumn(columns)])}>
          {words.add}
        </Button>
      </p>
    </>
  );
}

const isWithin = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);
