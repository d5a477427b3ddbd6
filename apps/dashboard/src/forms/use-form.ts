import { ApiError } from "@skucast/client/api/api-error";
import { faultsOf } from "@skucast/contracts/faults";
import type { Fault } from "@skucast/contracts/problem";
import { type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import { texts } from "../texts/texts.js";

interface FormOptions<Values> {
  readonly initial: Values;
  /** The contract of what is sent: it says what is wrong here in the same words as the service. */
  readonly schema: z.ZodType;
  /** What is sent for what was typed. */
  readonly toBody: (values: Values) => unknown;
  /** What is wrong with what was typed that the contract does not know or says in a program's words; told before it. */
  readonly typedFaults?: (values: Values) => readonly Fault[];
  /** Sends a body that the contract takes. */
  readonly send: (values: Values) => Promise<unknown>;
}

/** A form: what was typed, what is wrong with it (told on sending, and then until it is mended), and sending it once. */
export function useForm<Values extends object>({ initial, schema, toBody, typedFaults, send }: FormOptions<Values>) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const check = (checked: Values): readonly Fault[] => {
    const parsed = schema.safeParse(toBody(checked));
    return [...(typedFaults?.(checked) ?? []), ...(parsed.success ? [] : faultsOf(parsed.error, schema))];
  };
  const refuse = (found: readonly Fault[]) => {
    setFaults(found);
    // After the faults are shown.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const submit = async () => {
    if (isBusy) return;
    setError(null);
    const found = check(values);
    if (found.length > 0) return refuse(found);
    setIsBusy(true);
    try {
      await send(values);
    } catch (failure) {
      if (failure instanceof ApiError && failure.faults.length > 0) refuse(failure.faults);
      else setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setIsBusy(false);
    }
  };
  return {
    values,
    error,
    isBusy,
    faults,
    set: (change: Partial<Values>) => {
      const changed = { ...values, ...change };
      setValues(changed);
      if (faults.length > 0) setFaults(check(changed));
    },
    /** What is wrong with the value that stands at a JSON pointer of the body, or below it. */
    faultAt: (pointer: string) =>
      sentenceOf(faults.find((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))),
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

/** The contract's sentence, but for an empty field: there is nothing to leave out in a form. */
const sentenceOf = (fault: Fault | undefined): string | undefined =>
  fault?.code === "required" || (fault?.code === "too_small" && fault.message.startsWith("must not be empty"))
    ? texts.general.required
    : fault?.message;
