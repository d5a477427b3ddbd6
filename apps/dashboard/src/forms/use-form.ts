import { ApiError } from "@skucast/client/api/api-error";
import { faultsOf } from "@skucast/contracts/faults";
import type { Fault } from "@skucast/contracts/problem";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { RouteId } from "../api/client.js";
import { useDirtyForm } from "./dirty-forms.js";
import { fieldErrorText } from "./field-error-text.js";
import { UnshownErrors } from "./unshown-errors.js";

interface FormOptions<Values> {
  readonly initial: Values;
  /** What it calls in the end. */
  readonly route: RouteId;
  /** The contract of what is sent: it says what is wrong here in the same words as the service. */
  readonly schema: z.ZodType;
  /** What is sent for what was typed. */
  readonly toBody: (values: Values) => unknown;
  /** What is wrong with what was typed that the contract does not know or says in a program's words; told before it. */
  readonly typedErrors?: (values: Values) => readonly Fault[];
  /** Sends a body that the contract takes. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Told whether something was typed that is not sent. */
  readonly onDirtyChange?: ((isDirty: boolean) => void) | undefined;
}

/** A form: what was typed, what is wrong with it (told on sending, and then until it is mended), and sending it once. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, route, schema, toBody, typedErrors, send, onDirtyChange } = options;
  const [values, setValues] = useState(initial);
  const [fieldErrors, setFieldErrors] = useState<readonly Fault[]>([]);
  const [rejected, setRejected] = useState<readonly Fault[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  useDirtyForm(isDirty);
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange]);
  const form = useRef<HTMLFormElement>(null);

  const check = (checked: Values): readonly Fault[] => {
    const parsed = schema.safeParse(toBody(checked));
    return [...(typedErrors?.(checked) ?? []), ...(parsed.success ? [] : faultsOf(parsed.error, schema))];
  };
  const reject = (found: readonly Fault[]) => {
    setFieldErrors(found);
    setRejected(found);
  };
  // Runs when the fields show the fieldErrors, however long that took.
  useEffect(() => {
    if (rejected.length === 0) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]");
    if (first) first.focus();
    else setError(new UnshownErrors(rejected));
  }, [rejected]);
  const submit = async () => {
    if (isBusy) return;
    setError(null);
    const found = check(values);
    if (found.length > 0) return reject(found);
    setIsBusy(true);
    try {
      await send(values);
      setIsDirty(false);
    } catch (failure) {
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
    fieldErrors,
    set: (change: Partial<Values>) => {
      const changed = { ...values, ...change };
      setValues(changed);
      setIsDirty(true);
      if (fieldErrors.length > 0) setFieldErrors(check(changed));
    },
    /** What is wrong with the value that stands at a JSON pointer of the body, or below it. */
    errorAt: (pointer: string) =>
      sentenceAt(fieldErrors.find((error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`))),
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

const sentenceAt = (error: Fault | undefined): string | undefined => error && fieldErrorText(error);
