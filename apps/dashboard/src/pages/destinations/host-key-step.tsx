import type { Destination } from "@skucast/contracts/destinations/destination";
import { useId, useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { compareFingerprint, compareWithAny } from "./compare-fingerprint.js";
import { SetUpBack } from "./set-up-back.js";
import { TestChecks } from "./test-checks.js";
import { TestProgress } from "./test-progress.js";
import { useDestinationTest } from "./use-destination-test.js";

const { setUp: words, one, pinned } = texts.destinations;
const VERDICT_CLASSES = {
  empty: "visually-hidden",
  unfinished: "note warn",
  same: "note good",
  differs: "note bad",
} as const;

interface HostKeyStepProps {
  readonly destination: Destination;
  readonly onNext: () => void;
}

/**
 * Shows the server's host keys and confirms one. If the partner's fingerprint is entered, only a matching key can be
 * confirmed.
 */
export function HostKeyStep({ destination, onNext }: HostKeyStepProps) {
  const test = useDestinationTest(destination.id, true);
  const update = useApiMutation("updateDestination");
  const [given, setGiven] = useState("");
  const shown = test.data?.host_keys ?? [];
  const verdict = compareWithAny(given, shown);
  const verdictId = useId();
  const isMismatch = (fingerprint: string) => !["empty", "same"].includes(compareFingerprint(given, fingerprint));
  const pin = (fingerprint: string) =>
    update.mutate(
      {
        params: { destination_id: destination.id },
        body: { host_keys: [...destination.host_keys, fingerprint] },
        ifMatch: destination.version,
      },
      { onSuccess: onNext },
    );
  const isUnreached = test.data !== undefined && shown.length === 0;
  // The first test starts after the first drawing.
  const isFirst = test.data === undefined && !test.error;
  return (
    <>
      <p>{words.hostKeyHow}</p>
      {test.error && <ErrorNote error={test.error} onRetry={test.run} />}
      {update.error && <ErrorNote error={update.error} />}
      <div role="status">
        <TestProgress {...test} isPending={isFirst || test.isPending} />
        {isUnreached && <p className="note bad">{words.unreached}</p>}
      </div>
      {isFirst && <div className="skeleton block" />}
      {isUnreached && test.data && <TestChecks destination={destination} test={test.data} />}
      {shown.length > 0 && (
        <>
          <TextField
            label={words.told}
            hint={words.toldHint}
            className="mono"
            spellCheck={false}
            autoComplete="off"
            value={given}
            onValue={setGiven}
          />
          <p id={verdictId} role="status" className={VERDICT_CLASSES[verdict]}>
            {verdict !== "empty" && words.verdicts[verdict]}
          </p>
          <h3>{one.shows}</h3>
          <ul className="keys">
            {shown.map(({ fingerprint, type }) => (
              <li key={fingerprint}>
                <span>
                  <code>{fingerprint}</code> ({type})
                </span>
                {destination.host_keys.includes(fingerprint) ? (
                  <Badge tone="good">{pinned}</Badge>
                ) : (
                  <Button
                    aria-label={words.confirmNamed(fingerprint)}
                    kind={isMismatch(fingerprint) ? "quiet" : "main"}
                    isDisabled={isMismatch(fingerprint)}
                    aria-describedby={isMismatch(fingerprint) ? verdictId : undefined}
                    isBusy={update.isPending}
                    onClick={() => pin(fingerprint)}
                  >
                    {words.confirm}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="actions">
        {destination.host_keys.length > 0 && <Button onClick={onNext}>{words.next}</Button>}
        {test.data && (
          <Button kind="quiet" isBusy={test.isPending} onClick={test.run}>
            {words.readAgain}
          </Button>
        )}
        <SetUpBack to="login" />
      </div>
    </>
  );
}
