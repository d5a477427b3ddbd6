import { destinationPatchSchema } from "@skucast/contracts/destinations/destination";
import type { RouteId } from "../../api/client.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, serverBody } from "./destination-body.js";
import { PasswordField, ServerFields } from "./destination-fields.js";

interface ServerStepProps {
  readonly route: RouteId;
  readonly values: DestinationValues;
  /** Validates or saves the values, then goes to the next step. */
  readonly onNext: (values: DestinationValues) => Promise<void>;
}

/** Setup step: the server's address. */
export function ServerStep({ route, values, onNext }: ServerStepProps) {
  const form = useForm<DestinationValues>({
    route,
    initial: values,
    schema: destinationPatchSchema,
    toBody: serverBody,
    send: onNext,
  });
  return (
    <form {...form.formProps} className="column">
      {form.error && <ErrorNote error={form.error} />}
      <ServerFields {...form} />
      {(form.errorAt("/auth") !== undefined || form.values.password !== "") && <PasswordField {...form} />}
      <div className="actions">
        <Button type="submit" isBusy={form.isBusy}>
          {texts.destinations.setUp.next}
        </Button>
      </div>
    </form>
  );
}
