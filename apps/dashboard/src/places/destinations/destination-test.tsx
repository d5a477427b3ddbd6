import type { Destination } from "@skucast/contracts/destinations/destination";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { useNotice } from "../../parts/notices.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";
import { testWhenFree } from "./test-when-free.js";

const { one, pinned } = texts.destinations;
const TONES = { passed: "good", failed: "bad", skipped: "plain" } as const;

/** Shows the server's keys, to be compared and pinned, and tries the login and the folder step by step. */
export function DestinationTest({ destination }: { readonly destination: Destination }) {
  const [waitSeconds, setWaitSeconds] = useState<number | null>(null);
  const test = useMutation({ mutationFn: () => testWhenFree(destination.id, setWaitSeconds) });
  const [update, tell] = [useAct("updateDestination"), useNotice()];
  const params = { destination_id: destination.id };
  const run = () => test.mutate();
  const pin = (fingerprint: string) =>
    update.mutate(
      { params, body: { host_keys: [...destination.host_keys, fingerprint] }, ifMatch: destination.version },
      {
        onSuccess: () => {
          tell(one.pinned);
          run();
        },
      },
    );
  const isNew = destination.auth.type === "public_key";
  return (
    <Sheet
      title={isNew ? one.steps.host : one.steps.try}
      actions={
        <Button isBusy={test.isPending} onClick={run}>
          {one.test}
        </Button>
      }
    >
      <p className="soft">{one.hostHow}</p>
      {test.error && <ProblemNote error={test.error} />}
      {update.error && <ProblemNote error={update.error} />}
      <div role="status">
        {test.isPending && <p>{waitSeconds === null ? one.testing : one.waiting(waitSeconds)}</p>}
        {test.data && (
          <p className={test.data.status === "passed" ? "note good" : "note warn"}>{one[test.data.status]}</p>
        )}
      </div>
      {test.data && (
        <>
          <h3>{one.shows}</h3>
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
          <ol>
            {test.data.steps.map(({ name, status, message }) => (
              <li key={name}>
                {one.stepNames[name]} <Badge tone={TONES[status]}>{one.stepStatuses[status]}</Badge> {message}
                {isRefusedLogin(message) && <p className="soft">{one.loginAdvice[destination.auth.type]}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Sheet>
  );
}

/** The service's sentence begins with the class of the failure. */
const isRefusedLogin = (message: string | null): boolean => message?.startsWith("authentication_failed") ?? false;
