import type { DestinationCreate } from "@skucast/contracts/destinations/destination";
import { DESTINATION_TYPES, type DestinationType } from "@skucast/contracts/destinations/destination-types";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Card } from "../../components/card.js";
import { Page } from "../../components/page.js";
import { SelectField } from "../../forms/field.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, loginBody, serverBody } from "./destination-body.js";
import { deleteDraft, readDraft, saveDraft } from "./destination-draft.js";
import { LoginStep } from "./login-step.js";
import { NewTypedDestination } from "./new-typed-destination.js";
import { ServerStep } from "./server-step.js";
import { SetUpLayout } from "./set-up-layout.js";

const { typed } = texts.destinations;

/** The first two setup steps of a new destination. It is created after the login step; set-up-page.tsx continues. */
export function NewDestinationPage() {
  const { step: named } = useSearch({ from: "/destinations/new" });
  const { workspace } = useSession();
  const [values, setValues] = useState<DestinationValues>(() => readDraft(workspace.id));
  const navigate = useNavigate();
  const create = useApiMutation("createDestination");
  const [type, setType] = useState<DestinationType>("sftp");
  const step = named === "login" && values.host !== "" ? "login" : "where";
  const check = async (place: DestinationValues) => {
    await create.mutateAsync({ query: { validate_only: true }, body: bodyOf(place) });
    setValues(place);
    saveDraft(workspace.id, place);
    void navigate({ to: "/destinations/new", search: { step: "login" } });
  };
  const make = async (login: DestinationValues) => {
    const { id } = await create.mutateAsync({ body: bodyOf(login) });
    deleteDraft(workspace.id);
    void navigate({ to: "/destinations/$destinationId/set-up", params: { destinationId: id }, search: {} });
  };
  const typeField = (
    <SelectField
      label={typed.type}
      value={type}
      choices={DESTINATION_TYPES.map((value) => ({ value, label: typed.types[value] }))}
      onValue={(value) => setType(value as DestinationType)}
    />
  );
  if (type !== "sftp") {
    return (
      <Page title={texts.destinations.form.createTitle} lead={typed.lead}>
        <Card title={typed.types[type]}>
          {typeField}
          <NewTypedDestination key={type} type={type} />
        </Card>
      </Page>
    );
  }
  return (
    <SetUpLayout title={texts.destinations.form.createTitle} step={step} reached={step}>
      {step === "where" && typeField}
      {step === "where" ? (
        <ServerStep route="createDestination" values={values} onNext={check} />
      ) : (
        <LoginStep route="createDestination" values={values} canKeep={false} onNext={make} />
      )}
    </SetUpLayout>
  );
}

const bodyOf = (values: DestinationValues): DestinationCreate =>
  ({ ...serverBody(values), auth: loginBody(values) }) as DestinationCreate;
