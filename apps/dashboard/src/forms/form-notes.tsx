import { Button } from "../components/button.js";
import { texts } from "../texts/texts.js";
import { isMembers, isSame } from "./merge-drafts.js";
import type { useForm } from "./use-form.js";

const words = texts.forms;

interface FormNotesProps<Values extends object> {
  readonly form: Pick<
    ReturnType<typeof useForm<Values>>,
    "values" | "conflicts" | "decide" | "isRestored" | "isDirty" | "discard"
  >;
  /** Labels of the fields; others are named after their key. */
  readonly labels?: Readonly<Partial<Record<keyof Values & string, unknown>>> | undefined;
}

/** Says that the form has values from before a reload, and lets the user decide about fields that others changed too. */
export function FormNotes<Values extends object>({ form, labels }: FormNotesProps<Values>) {
  const { values, conflicts, decide, isRestored, isDirty, discard } = form;
  const fields = Object.keys(conflicts) as (keyof Values & string)[];
  return (
    <>
      {isRestored && isDirty && (
        <div className="note" role="status">
          <p>{words.restored}</p>
          <Button kind="quiet" onClick={discard}>
            {words.discard}
          </Button>
        </div>
      )}
      {fields.length > 0 && (
        <section className="note warn" aria-label={words.conflictTitle} data-conflicts tabIndex={-1}>
          <p role="alert">
            <strong>{words.conflictTitle}</strong> {words.conflictLead}
          </p>
          {fields.map((field) => {
            const label = String(labels?.[field] ?? nameOf(field));
            return (
              <fieldset key={field} className="conflict">
                <legend>{label}</legend>
                <dl>
                  <dt>{words.yours}</dt>
                  <dd>{textOf(values[field], conflicts[field])}</dd>
                  <dt>{words.theirs}</dt>
                  <dd>{textOf(conflicts[field], values[field])}</dd>
                </dl>
                <div className="actions">
                  <Button kind="quiet" aria-label={words.keepYoursOf(label)} onClick={() => decide(field, false)}>
                    {words.keepYours}
                  </Button>
                  <Button kind="quiet" aria-label={words.takeTheirsOf(label)} onClick={() => decide(field, true)}>
                    {words.takeTheirs}
                  </Button>
                </div>
              </fieldset>
            );
          })}
        </section>
      )}
    </>
  );
}

/** `hostKeys` and `host_keys` are named `Host keys`. */
function nameOf(field: string): string {
  const spaced = field
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The value, or the members of it that differ from the other value. */
function textOf(value: unknown, other: unknown): string {
  if (value === undefined || value === "" || value === null) return words.empty;
  if (typeof value === "string") return value;
  if (!isMembers(value) || !isMembers(other)) return JSON.stringify(value, null, 2);
  const different = Object.entries(value).filter(([name, member]) => !isSame(member, other[name]));
  return different.map(([name, member]) => `${nameOf(name)}: ${textOf(member, other[name])}`).join("\n");
}
