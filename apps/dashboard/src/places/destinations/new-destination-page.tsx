import type { DestinationCreate } from "@skucast/contracts/destinations/destination";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, loginBody, placeBody } from "./destination-body.js";
import { dropDraft, keepDraft, readDraft } from "./destination-draft.js";
import { LoginStep } from "./login-step.js";
import { SetUpFrame } from "./set-up-frame.js";
import { WhereStep } from "./where-step.js";

/** A destination that is not there yet: where it is and how to log in. Then it exists, and is set up on its own page. */
export function NewDestinationPage() {
  const { step: named } = useSearch({ from: "/destinations/new" });
  const { workspace } = useSession();
  const [values, setValues] = useState<DestinationValues>(() => readDraft(workspace.id));
  const navigate = useNavigate();
  const create = useAct("createDestination");
  const step = named === "login" && values.host !== "" ? "login" : "where";
  const check = async (place: DestinationValues) => {
    await create.mutateAsync({ query: { validate_only: true }, body: bodyOf(place) });
    setValues(place);
    keepDraft(workspace.id, place);
    void navigate({ to: "/destinations/new", search: { step: "login" } });
  };
  const make = async (login: DestinationValues) => {
    const { id } = await create.mutateAsync({ body: bodyOf(login) });
    dropDraft(workspace.id);
    void navigate({ to: "/destinations/$destinationId/set-up", params: { destinationId: id }, search: {} });
  };
  return (
    <SetUpFrame title={texts.destinations.form.createTitle} step={step} reached={step}>
      {step === "where" ? (
        <WhereStep route="createDestination" values={values} onNext={check} />
      ) : (
        <LoginStep route="createDestination" values={values} mayKeep={false} onNext={make} />
      )}
    </SetUpFrame>
  );
}

const bodyOf = (values: DestinationValues): DestinationCreate =>
  ({ ...placeBody(values), auth: loginBody(values) }) as DestinationCreate;
