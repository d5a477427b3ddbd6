import type { Destination } from "@skucast/contracts/destinations/destination";
import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { texts } from "../../texts/texts.js";
import { SetUpBack } from "./set-up-back.js";
import { TestChecks } from "./test-checks.js";
import { TestProgress } from "./test-progress.js";
import { useDestinationTest } from "./use-destination-test.js";

const { setUp: words, one } = texts.destinations;

/** Setup step: tests everything that a delivery needs. */
export function TestStep({ destination }: { readonly destination: Destination }) {
  const test = useDestinationTest(destination.id, true);
  const isDone = test.data?.status === "passed";
  return (
    <>
      <p>{words.testHow}</p>
      {test.error && <ErrorNote error={test.error} onRetry={test.run} />}
      <div role="status">
        <TestProgress {...test} />
        {test.data && !test.isPending && (
          <p className={isDone ? "note good" : "note warn"}>{isDone ? words.done : one.failed}</p>
        )}
      </div>
      <div className="actions">
        {isDone && (
          <>
            <Link className="button main" to="/feeds">
              {words.toFeeds}
            </Link>
            <Link className="button quiet" to="/destinations/$destinationId" params={{ destinationId: destination.id }}>
              {words.toIt}
            </Link>
          </>
        )}
        {!isDone && (
          <Button isBusy={test.isPending} onClick={test.run}>
            {words.testAgain}
          </Button>
        )}
        <SetUpBack to="host_key" />
      </div>
      {/* Below the buttons, which would otherwise move away when the result comes. */}
      {test.data && <TestChecks destination={destination} test={test.data} />}
    </>
  );
}
