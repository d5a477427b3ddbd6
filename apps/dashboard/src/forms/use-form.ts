import { ApiError } from "@skucast/client/api/api-error";
import { faultsOf } from "@skucast/contracts/faults";
import type { Fault } from "@skucast/contracts/problem";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { RouteId } from "../api/client.js";
import { useDirtyForm } from "./dirty-forms.js";
import { fieldErrorText } from "./field-error-text.js";
import { UnplacedErrors } from "./unplaced-errors.js";

interface FormOptions<Values> {
  readonly initial: Values;
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
  /** Called when the form becomes dirty or clean. */
  readonly onDirtyChange?: ((isDirty: boolean) => void) | undefined;
}

/** The state of a form. It is validated on submit and, while it has errors, on every change. */
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
  // Runs after the fields show their errors: focuses the first of them.
  useEffect(() => {
    if (rejected.length === 0) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]");
    if (first) first.focus();
    else setError(new UnplacedErrors(rejected));
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

const errorTextOf = (error: Fault | undefined): string | undefined => error && fieldErrorText(error);
