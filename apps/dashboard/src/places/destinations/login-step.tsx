import { destinationPatchSchema } from "@skucast/contracts/destinations/destination";
import type { ReactNode } from "react";
import type { RouteId } from "../../api/client.js";
import { useForm } from "../../forms/use-form.js";
import { Button } from "../../parts/button.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, loginBody } from "./destination-body.js";
import { LoginFields } from "./destination-fields.js";
import { SetUpBack } from "./set-up-back.js";

const words = texts.destinations.setUp;

interface LoginStepProps {
  readonly route: RouteId;
  readonly values: DestinationValues;
  readonly mayKeep: boolean;
  /** What belongs to the login that there is. */
  readonly children?: ReactNode;
  readonly onNext: (values: DestinationValues) => Promise<void>;
}

/** How one logs in: with a password, or with a key of ours that the partner installs. */
export function LoginStep({ route, values, mayKeep, children, onNext }: LoginStepProps) {
  const form = useForm<DestinationValues>({
    ...{ route, initial: values, schema: destinationPatchSchema, send: onNext },
    toBody: (typed) => (typed.auth === "keep" ? {} : { auth: loginBody(typed) }),
  });
  return (
    <form {...form.formProps}>
      {form.error && <ProblemNote error={form.error} />}
      <div className="column">
        <LoginFields {...form} mayKeep={mayKeep} />
      </div>
      {form.values.auth.startsWith("public_key") && <p className="soft">{words.keyFollows}</p>}
      {form.values.auth === "keep" && children}
      <div className="actions">
        <Button type="submit" isBusy={form.isBusy}>
          {words.next}
        </Button>
        <SetUpBack to="where" />
      </div>
    </form>
  );
}
