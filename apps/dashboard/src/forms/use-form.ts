import { ApiError } from "@skucast/client/api/api-error";
import { faultsOf } from "@skucast/contracts/faults";
import type { Fault } from "@skucast/contracts/problem";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { RouteId } from "../api/client.js";
import { useNotice } from "../components/notices.js";
import { useDirtyForm } from "./dirty-forms.js";
import { fieldErrorText } from "./field-error-text.js";
import { UnplacedErrors } from "./unplaced-errors.js";
import { useDraft } from "./use-draft.js";

interface FormOptions<Values> {
  /** When they change, because someone else saved, they are merged into what the user has typed. */
  readonly initial: Values;
  /** Keeps unsaved values in this tab under this name, also across a reload. Not for forms with secrets. */
  readonly draftName?: string | undefined;
  /** The route that the form calls. */
  readonly route: RouteId;
  /** The contract of the request body. It gives the same errors as the service. */
  readonly schema: z.ZodType;
  /** Maps form values to the request body. */
  readonly toBody: (values: Values) => unknown;
  /**
   * Errors of the form values that the contract cannot find or words too technically. They take precedence over the
   * contract's.
   */
  readonly typedErrors?: (values: Values) => readonly Fault[];
  /** Sends a body that the contract accepts. */
  readonly send: (values: Values) => Promise<unknown>;
}

/** The state of a form. It is validated on submit and, while it has errors, on every change. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, draftName, route, schema, toBody, typedErrors, send } = options;
  const draft = useDraft(initial, draftName, toBody);
  const { values, isDirty } = draft;
  const client = useQueryClient();
  const notify = useNotice();
  const [fieldErrors, setFieldErrors] = useState<readonly Fault[]>([]);
  const [rejected, setRejected] = useState<readonly Fault[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // While the form is saved, its own change arrives like that of someone else.
  const conflicts: Partial<Values> = isBusy ? {} : draft.conflicts;
  // Saving may leave the page, which then has nothing left to lose.
  useDirtyForm(isDirty && !isBusy, draft.forget);
  const form = useRef<HTMLFormElement>(null);

  const check = (checked: Values): readonly Fault[] => {
    const parsed = schema.safeParse(toBody(checked));
    return [...(typedErrors?.(checked) ?? []), ...(parsed.success ? [] : faultsOf(parsed.error, schema))];
  };
  const reject = (found: readonly Fault[]) => {
    setFieldErrors(found);
    setRejected(found);
  };
  // Runs after the fields show their errors: focuses the first of them.
  useEffect(() => {
    if (rejected.length === 0) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]");
    if (first) first.focus();
    else setError(new UnplacedErrors(rejected));
  }, [rejected]);
  const submit = async () => {
    if (isBusy) return;
    notify(null);
    setError(null);
    if (Object.keys(conflicts).length > 0) return form.current?.querySelector<HTMLElement>("[data-conflicts]")?.focus();
    const found = check(values);
    if (found.length > 0) return reject(found);
    setIsBusy(true);
    try {
      await send(values);
      draft.settle(values, draft.seen);
    } catch (failure) {
      // Fetches what someone else has saved, which is then merged into the values.
      if (isConflict(failure)) void client.invalidateQueries();
      if (failure instanceof ApiError && failure.faults.length > 0) reject(failure.faults);
      else setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setIsBusy(false);
    }
  };
  return {
    values,
    error,
    isBusy,
    isDirty,
    fieldErrors,
    /** Fields that someone else has changed too, with their values. Saving waits for a decision. */
    conflicts,
    decide: (field: keyof Values & string, isTaken: boolean) =>
      draft.decide(field, isTaken ? { ...values, [field]: conflicts[field] } : values),
    isRestored: draft.isRestored,
    discard: () => {
      setFieldErrors([]);
      setError(null);
      draft.discard();
    },
    set: (change: Partial<Values>) => {
      const changed = { ...values, ...change };
      draft.setValues(changed);
      if (fieldErrors.length > 0) setFieldErrors(check(changed));
    },
    /** The error at a JSON pointer of the body, or below it. */
    errorAt: (pointer: string) =>
      errorTextOf(fieldErrors.find((error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`))),
    formProps: {
      ref: form,
      noValidate: true,
      "data-route": route,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

const isConflict = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.code === "precondition_failed" || failure.code === "stale_version");

const errorTextOf = (error: Fault | undefined): string | undefined => error && fieldErrorText(error);
