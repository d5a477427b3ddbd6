import { type DestinationCreate, destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { useNavigate } from "@tanstack/react-router";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { type OneFormType, type TypedValues, typedBody, typedValuesOf } from "./typed-body.js";
import { TypedFields } from "./typed-fields.js";

/** Creates a destination that is not an SFTP server. Its page offers the test. */
export function NewTypedDestination({ type }: { readonly type: OneFormType }) {
  const create = useApiMutation("createDestination");
  const navigate = useNavigate();
  const toBody = (values: TypedValues) => ({ type, ...typedBody(type, values) }) as DestinationCreate;
  const form = useForm<TypedValues>({
    route: "createDestination",
    initial: typedValuesOf(type, undefined),
    schema: destinationCreateSchema,
    toBody,
    send: async (values) => {
      const { id } = await create.mutateAsync({ body: toBody(values) });
      void navigate({ to: "/destinations/$destinationId", params: { destinationId: id } });
    },
  });
  return (
    <form {...form.formProps} className="column">
      {form.error && <ErrorNote error={form.error} />}
      <TypedFields {...form} type={type} canKeep={false} />
      <div className="actions">
        <Button type="submit" isBusy={form.isBusy}>
          {texts.destinations.newOne}
        </Button>
      </div>
    </form>
  );
}
