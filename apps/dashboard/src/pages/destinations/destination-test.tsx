import type { Destination } from "@skucast/contracts/destinations/destination";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { texts } from "../../texts/texts.js";
import { TestChecks } from "./test-checks.js";
import { TestProgress } from "./test-progress.js";
import { useDestinationTest } from "./use-destination-test.js";

const { one, pinned } = texts.destinations;

/** Tests the connection step by step, and confirms host keys. */
export function DestinationTest({ destination }: { readonly destination: Destination }) {
  const test = useDestinationTest(destination.id, false);
  const { run } = test;
  const update = useApiMutation("updateDestination");
  const notify = useNotice();
  const params = { destination_id: destination.id };
  const pin = (fingerprint: string) =>
    update.mutate(
      { params, body: { host_keys: [...destination.host_keys, fingerprint] }, ifMatch: destination.version },
      {
        onSuccess: () => {
          notify(one.pinned);
          run();
        },
      },
    );
  const isNew = destination.auth.type === "public_key";
  const hasHostKeys = destination.type === "sftp";
  return (
    <Card
      title={hasHostKeys ? (isNew ? one.steps.host : one.steps.try) : one.steps.connection}
      actions={
        <Button isBusy={test.isPending} onClick={run}>
          {one.test}
        </Button>
      }
    >
      <p className="soft">{howTo(destination)}</p>
      {test.error && <ErrorNote error={test.error} />}
      {update.error && <ErrorNote error={update.error} />}
      <div role="status">
        <TestProgress {...test} />
        {test.data && (
          <p className={test.data.status === "passed" ? "note good" : "note warn"}>{one[test.data.status]}</p>
        )}
      </div>
      {test.data && (
        <>
          {hasHostKeys && <h3>{one.shows}</h3>}
          <ul>
            {test.data.host_keys.map(({ fingerprint, type }) => (
              <li key={fingerprint}>
                <code>{fingerprint}</code> ({type}){" "}
                {destination.host_keys.includes(fingerprint) ? (
                  <Badge tone="good">{pinned}</Badge>
                ) : (
                  <Button kind="quiet" aria-label={one.pinNamed(fingerprint)} onClick={() => pin(fingerprint)}>
                    {one.pin}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <TestChecks destination={destination} test={test.data} />
        </>
      )}
    </Card>
  );
}

function howTo({ type }: Destination): string {
  if (type === "sftp") return one.hostHow;
  return type === "acp" ? one.feedHow : one.connectionHow;
}
