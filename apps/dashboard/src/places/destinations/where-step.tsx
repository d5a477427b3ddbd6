import { destinationPatchSchema } from "@skucast/contracts/destinations/destination";
import type { RouteId } from "../../api/client.js";
import { useForm } from "../../forms/use-form.js";
import { Button } from "../../parts/button.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, placeBody } from "./destination-body.js";
import { PasswordField, PlaceFields } from "./destination-fields.js";

interface WhereStepProps {
  readonly route: RouteId;
  readonly values: DestinationValues;
  /** Checks or stores what was typed, and goes on. */
  readonly onNext: (values: DestinationValues) => Promise<void>;
}

/** Where the partner's server is. */
export function WhereStep({ route, values, onNext }: WhereStepProps) {
  const form = useForm<DestinationValues>({
    ...{ route, initial: values, schema: destinationPatchSchema, toBody: placeBody, send: onNext },
  });
  return (
    <form {...form.formProps} className="column">
      {form.error && <ProblemNote error={form.error} />}
      <PlaceFields {...form} />
      {(form.faultAt("/auth") !== undefined || form.values.password !== "") && <PasswordField {...form} />}
      <div className="actions">
        <Button type="submit" isBusy={form.isBusy}>
          {texts.destinations.setUp.next}
        </Button>
      </div>
    </form>
  );
}
