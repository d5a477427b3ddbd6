import type { Destination, DestinationPatch } from "@skucast/contracts/destinations/destination";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Loading } from "../../components/loading.js";
import { PageError } from "../../components/page-error.js";
import { texts } from "../../texts/texts.js";
import { changedServerBody, loginBody, valuesOf } from "./destination-body.js";
import { HostKeyStep } from "./host-key-step.js";
import { LoginStep } from "./login-step.js";
import { PublicKey } from "./public-key.js";
import { ServerStep } from "./server-step.js";
import { SetUpLayout } from "./set-up-layout.js";
import { nextStep, type SetUpStep, stepOf } from "./set-up-steps.js";
import { TestStep } from "./test-step.js";

const words = texts.destinations.setUp;

/** Sets up an existing destination. Without a step in the URL, it opens the next one that is needed. */
export function SetUpPage() {
  const { destinationId } = useParams({ from: "/destinations/$destinationId/set-up" });
  const { data, error, refetch } = useApiQuery("getDestination", { params: { destination_id: destinationId } });
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return <SetUp destination={data} />;
}

function SetUp({ destination }: { readonly destination: Destination }) {
  const { step: named } = useSearch({ from: "/destinations/$destinationId/set-up" });
  const navigate = useNavigate();
  const update = useApiMutation("updateDestination");
  const step = stepOf(named, destination);
  const go = (next: SetUpStep) => void navigate({ to: ".", search: { step: next } });
  const save = async (body: DestinationPatch, next: SetUpStep) => {
    const params = { destination_id: destination.id };
    if (Object.keys(body).length > 0) await update.mutateAsync({ params, body, ifMatch: destination.version });
    go(next);
  };
  const values = valuesOf(destination);
  const needed = nextStep(destination);
  return (
    <SetUpLayout title={words.of(destination.name)} step={step} reached={needed === "login" ? "host_key" : needed}>
      {step === "where" && (
        <ServerStep
          route="updateDestination"
          values={values}
          onNext={(typed) => save(changedServerBody(typed, destination.auth), "login")}
        />
      )}
      {step === "login" && (
        <LoginStep
          key={destination.version}
          route="updateDestination"
          values={values}
          canKeep
          // Stays on this step to show a new public key.
          onNext={({ auth, password }) =>
            save(
              auth === "keep" ? {} : { auth: loginBody({ auth, password }) },
              auth === "public_key" ? "login" : "host_key",
            )
          }
        >
          {destination.auth.public_key !== undefined && <PublicKey publicKey={destination.auth.public_key} />}
        </LoginStep>
      )}
      {step === "host_key" && <HostKeyStep destination={destination} onNext={() => go("test")} />}
      {step === "test" && <TestStep destination={destination} />}
    </SetUpLayout>
  );
}
