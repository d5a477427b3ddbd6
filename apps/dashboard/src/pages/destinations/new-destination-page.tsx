import type { DestinationCreate } from "@skucast/contracts/destinations/destination";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, loginBody, serverBody } from "./destination-body.js";
import { deleteDraft, readDraft, saveDraft } from "./destination-draft.js";
import { LoginStep } from "./login-step.js";
import { ServerStep } from "./server-step.js";
import { SetUpLayout } from "./set-up-layout.js";

/** The first two setup steps of a new destination. It is created after the login step; set-up-page.tsx continues. */
export function NewDestinationPage() {
  const { step: named } = useSearch({ from: "/destinations/new" });
  const { workspace } = useSession();
  const [values, setValues] = useState<DestinationValues>(() => readDraft(workspace.id));
  const navigate = useNavigate();
  const create = useApiMutation("createDestination");
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
  return (
    <SetUpLayout title={texts.destinations.form.createTitle} step={step} reached={step}>
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
