import { destinationPatchSchema } from "@skucast/contracts/destinations/destination";
import type { ReactNode } from "react";
import type { RouteId } from "../../api/client.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, loginBody } from "./destination-body.js";
import { LoginFields } from "./destination-fields.js";
import { SetUpBack } from "./set-up-back.js";

const words = texts.destinations.setUp;

interface LoginStepProps {
  readonly route: RouteId;
  readonly values: DestinationValues;
  readonly canKeep: boolean;
  /** Shown while the stored login is kept, such as its public key. */
  readonly children?: ReactNode;
  readonly onNext: (values: DestinationValues) => Promise<void>;
}

/** Setup step: the login, with a password or with our key. */
export function LoginStep({ route, values, canKeep, children, onNext }: LoginStepProps) {
  const form = useForm<DestinationValues>({
    route,
    initial: values,
    schema: destinationPatchSchema,
    send: onNext,
    toBody: (typed) => (typed.auth === "keep" ? {} : { auth: loginBody(typed) }),
  });
  return (
    <form {...form.formProps}>
      {form.error && <ErrorNote error={form.error} />}
      <div className="column">
        <LoginFields {...form} canKeep={canKeep} />
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
