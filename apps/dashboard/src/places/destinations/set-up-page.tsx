import type { Destination, DestinationPatch } from "@skucast/contracts/destinations/destination";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useAct } from "../../api/use-act.js";
import { useRead } from "../../api/use-read.js";
import { PageProblem } from "../../parts/page-problem.js";
import { Waiting } from "../../parts/waiting.js";
import { texts } from "../../texts/texts.js";
import { loginBody, movedBody, valuesOf } from "./destination-body.js";
import { HostKeyStep } from "./host-key-step.js";
import { LoginStep } from "./login-step.js";
import { OwnKey } from "./own-key.js";
import { SetUpFrame } from "./set-up-frame.js";
import { type SetUpStep, stepNeeded, stepOf } from "./set-up-steps.js";
import { TestStep } from "./test-step.js";
import { WhereStep } from "./where-step.js";

const words = texts.destinations.setUp;

/** A destination that exists is set up: one comes back to the step that it needs. */
export function SetUpPage() {
  const { destinationId } = useParams({ from: "/destinations/$destinationId/set-up" });
  const { data, error, refetch } = useRead("getDestination", { params: { destination_id: destinationId } });
  if (!data) return error ? <PageProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return <SetUp destination={data} />;
}

function SetUp({ destination }: { readonly destination: Destination }) {
  const { step: named } = useSearch({ from: "/destinations/$destinationId/set-up" });
  const navigate = useNavigate();
  const update = useAct("updateDestination");
  const step = stepOf(named, destination);
  const go = (next: SetUpStep) => void navigate({ to: ".", search: { step: next } });
  const save = async (body: DestinationPatch, next: SetUpStep) => {
    const params = { destination_id: destination.id };
    if (Object.keys(body).length > 0) await update.mutateAsync({ params, body, ifMatch: destination.version });
    go(next);
  };
  const values = valuesOf(destination);
  const needed = stepNeeded(destination);
  return (
    <SetUpFrame title={words.of(destination.name)} step={step} reached={needed === "login" ? "host_key" : needed}>
      {step === "where" && (
        <WhereStep
          route="updateDestination"
          values={values}
          onNext={(typed) => save(movedBody(typed, destination.auth), "login")}
        />
      )}
      {step === "login" && (
        <LoginStep
          key={destination.version}
          route="updateDestination"
          values={values}
          mayKeep
          // A new key of ours is shown here before one goes on.
          onNext={({ auth, password }) =>
            save(
              auth === "keep" ? {} : { auth: loginBody({ auth, password }) },
              auth === "public_key" ? "login" : "host_key",
            )
          }
        >
          {destination.auth.public_key !== undefined && <OwnKey publicKey={destination.auth.public_key} />}
        </LoginStep>
      )}
      {step === "host_key" && <HostKeyStep destination={destination} onNext={() => go("test")} />}
      {step === "test" && <TestStep destination={destination} />}
    </SetUpFrame>
  );
}
