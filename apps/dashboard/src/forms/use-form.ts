import { ApiError } from "@skucast/client/api/api-error";
import { faultsOf } from "@skucast/contracts/faults";
import type { Fault } from "@skucast/contracts/problem";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { RouteId } from "../api/client.js";
import { faultSentence } from "./fault-sentence.js";
import { useTypedForm } from "./typed-forms.js";
import { UnshownFaults } from "./unshown-faults.js";

interface FormOptions<Values> {
  readonly initial: Values;
  /** What it calls in the end. */
  readonly route: RouteId;
  /** The contract of what is sent: it says what is wrong here in the same words as the service. */
  readonly schema: z.ZodType;
  /** What is sent for what was typed. */
  readonly toBody: (values: Values) => unknown;
  /** What is wrong with what was typed that the contract does not know or says in a program's words; told before it. */
  readonly typedFaults?: (values: Values) => readonly Fault[];
  /** Sends a body that the contract takes. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Told whether something was typed that is not sent. */
  readonly onTyped?: ((isTyped: boolean) => void) | undefined;
}

/** A form: what was typed, what is wrong with it (told on sending, and then until it is mended), and sending it once. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, route, schema, toBody, typedFaults, send, onTyped } = options;
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [refused, setRefused] = useState<readonly Fault[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isTyped, setIsTyped] = useState(false);
  useTypedForm(isTyped);
  useEffect(() => onTyped?.(isTyped), [isTyped, onTyped]);
  const form = useRef<HTMLFormElement>(null);

  const check = (checked: Values): readonly Fault[] => {
    const parsed = schema.safeParse(toBody(checked));
    return [...(typedFaults?.(checked) ?? []), ...(parsed.success ? [] : faultsOf(parsed.error, schema))];
  };
  const refuse = (found: readonly Fault[]) => {
    setFaults(found);
    setRefused(found);
  };
  // Runs when the fields show the faults, however long that took.
  useEffect(() => {
    if (refused.length === 0) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]");
    if (first) first.focus();
    else setError(new UnshownFaults(refused));
  }, [refused]);
  const submit = async () => {
    if (isBusy) return;
    setError(null);
    const found = check(values);
    if (found.length > 0) return refuse(found);
    setIsBusy(true);
    try {
      await send(values);
      setIsTyped(false);
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
      setIsTyped(true);
      if (faults.length > 0) setFaults(check(changed));
    },
    /** What is wrong with the value that stands at a JSON pointer of the body, or below it. */
    faultAt: (pointer: string) =>
      sentenceAt(faults.find((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))),
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

const sentenceAt = (fault: Fault | undefined): string | undefined => fault && faultSentence(fault);
