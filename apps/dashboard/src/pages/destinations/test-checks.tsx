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

/** What a test found, each check with its outcome and the host's words, and what can be done about one that failed. */
export const TestChecks = ({ destination, test }: TestChecksProps) => (
  <>
    <p>{plainText(test.summary)}</p>
    <ol className="checks">
      {test.steps.filter(isOfUse).map(({ name, status, message, server_message: said }) => (
        <li key={name}>
          {one.stepNames[name]} <Badge tone={TONES[status]}>{one.stepStatuses[status]}</Badge>{" "}
          {message && plainText(message)}
          {said && <p className="soft">{one.serverSaid(said)}</p>}
          {isRefusedLogin(message) && <p className="soft">{one.loginAdvice[destination.auth.type]}</p>}
        </li>
      ))}
    </ol>
  </>
);

/** Where no new key waits, nothing is to be said of it. */
const isOfUse = ({ name, status }: DestinationTestStep): boolean => name !== "next_key" || status !== "skipped";

/** The service's sentence begins with the class of the failure, which is for programs. */
const plainText = (message: string): string => message.replace(/(^|: )[a-z]+(_[a-z]+)*: /, "$1");
const isRefusedLogin = (message: string | null): boolean => message?.startsWith("authentication_failed") ?? false;
