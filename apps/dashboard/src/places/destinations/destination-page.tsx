import type { Destination } from "@skucast/contracts/destinations/destination";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "../../api/use-read.js";
import { Button } from "../../parts/button.js";
import { Facts } from "../../parts/facts.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { DeleteDestination } from "./delete-destination.js";
import { loginName } from "./destination-body.js";
import { DestinationForm } from "./destination-form.js";
import { DestinationKey } from "./destination-key.js";
import { DestinationTest } from "./destination-test.js";
import { DestinationVerification } from "./destination-verification.js";
import { isSetUp } from "./set-up-steps.js";

const { one, form, auth } = texts.destinations;

/** One partner's server, in the order in which it is set up: our key, its key, a try. */
export function DestinationPage() {
  const { destinationId } = useParams({ from: "/destinations/$destinationId" });
  const { data, error, refetch } = useRead("getDestination", { params: { destination_id: destinationId } });
  if (!data) return error ? <PageProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return <ShownDestination destination={data} />;
}

function ShownDestination({ destination }: { readonly destination: Destination }) {
  const mayWrite = useMay("updateDestination");
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  const { facts } = one;
  const acts = mayWrite && (
    <>
      <Button kind="quiet" onClick={() => setOpen("edit")}>
        {one.edit}
      </Button>
      <Button kind="quiet" onClick={() => setOpen("remove")}>
        {one.remove}
      </Button>
    </>
  );
  return (
    <Page title={destination.name} actions={acts}>
      {mayWrite && !isSetUp(destination) && (
        <div className="note warn">
          <p>{one.notSetUp}</p>
          <Link
            className="button main"
            to="/destinations/$destinationId/set-up"
            params={{ destinationId: destination.id }}
            search={{}}
          >
            {one.goOn}
          </Link>
        </div>
      )}
      <div className="sheet">
        <Facts
          facts={[
            [facts.address, `${destination.host}:${destination.port}`],
            [facts.user, destination.username],
            [facts.login, auth[loginName(destination.auth)]],
            [facts.path, destination.path],
            [facts.strategy, form.strategies[destination.strategy] ?? destination.strategy],
            [facts.hostKeys, destination.host_keys.map((key) => <code key={key}>{key} </code>)],
          ]}
        />
      </div>
      {destination.auth.type === "public_key" && <DestinationKey destination={destination} mayWrite={mayWrite} />}
      {mayWrite && <DestinationTest destination={destination} />}
      {mayWrite && isSetUp(destination) && <DestinationVerification destinationId={destination.id} />}
      {open === "edit" && <DestinationForm destination={destination} onClose={close} />}
      {open === "remove" && <DeleteDestination destination={destination} onClose={close} />}
    </Page>
  );
}
