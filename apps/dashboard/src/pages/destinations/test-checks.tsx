import type { Destination } from "@skucast/contracts/destinations/destination";
import type { DestinationTest, DestinationTestStep } from "@skucast/contracts/destinations/destination-test";
import { Badge } from "../../components/badge.js";
import { texts } from "../../texts/texts.js";

const { one } = texts.destinations;
const TONES = { passed: "good", failed: "bad", skipped: "plain" } as const;

interface TestChecksProps {
  readonly destination: Pick<Destination, "auth">;
  readonly test: Pick<DestinationTest, "steps" | "summary">;
}

/** The checks of a test with their results, the server's messages, and advice for a rejected login. */
export const TestChecks = ({ destination, test }: TestChecksProps) => (
  <>
    <p>{plainText(test.summary)}</p>
    <ol className="checks">
      {test.steps.filter(isRelevant).map(({ name, status, message, server_message: serverMessage }) => (
        <li key={name}>
          {one.stepNames[name]} <Badge tone={TONES[status]}>{one.stepStatuses[status]}</Badge>{" "}
          {message && plainText(message)}
          {serverMessage && <p className="soft">{one.serverSaid(serverMessage)}</p>}
          {isRefusedLogin(message) && <p className="soft">{one.loginAdvice[destination.auth.type]}</p>}
        </li>
      ))}
    </ol>
  </>
);

/** Leaves out the check of the new key when there is none. */
const isRelevant = ({ name, status }: DestinationTestStep): boolean => name !== "next_key" || status !== "skipped";

/** Removes the error class from the start of the service's message. */
const plainText = (message: string): string => message.replace(/(^|: )[a-z]+(_[a-z]+)*: /, "$1");
const isRefusedLogin = (message: string | null): boolean => message?.startsWith("authentication_failed") ?? false;
