import { API_BASE_PATH } from "@skucast/contracts/service";
import { type NoticeText, PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { RETRY_MINUTES } from "./retry-minutes.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;

export interface DescribedSource {
  /** As users entered it. */
  readonly name: string;
  readonly sourceId: string;
  readonly importId: string;
  readonly error: string | null;
  /** When the source is fetched again without a user: early after a scheduled failure, at its next time, or never. */
  readonly retries: "early" | "on_schedule" | "never";
}

const [firstMinutes, ...otherMinutes] = RETRY_MINUTES;
const RETRIES = {
  early:
    `The source is retried ${firstMinutes} minutes later, then after ${otherMinutes.join(" and ")} minutes, and then at ` +
    "the times of its schedule. An earlier time of its schedule comes first.",
  on_schedule: "The source is fetched again at the next time of its schedule.",
  never: "The source has no schedule, so it is not retried automatically.",
} as const;

const DESCRIBE = {
  failed: ({ name, sourceId, error, retries }: DescribedSource) => ({
    subject: `Skucast: the source ${name} could not be imported`,
    body: `The product file of the source ${name} could not be imported. The catalog was not changed.

Error: ${error ?? "unknown"}

${RETRIES[retries]} Check its settings and fetch the file now: ${PUBLIC_URL}/sources/${sourceId}

Or use the API:

  POST ${API}/sources/${sourceId}/runs

You get one mail when a source starts to fail and one when it works again.
`,
  }),
  recovered: ({ name, sourceId }: DescribedSource) => ({
    subject: `Skucast: the source ${name} works again`,
    body: `The product file of the source ${name} was imported again: ${PUBLIC_URL}/sources/${sourceId}

No action is needed.
`,
  }),
  held: ({ name, sourceId, importId, error }: DescribedSource) => ({
    subject: `Skucast: an import of the source ${name} is held`,
    body: `The source ${name} published a file that would change more than its limits allow. The catalog was not changed.

${error ?? ""}

If the change is intended, release the import. If not, discard it: ${PUBLIC_URL}/imports/${importId}

Or use the API:

  POST ${API}/imports/${importId}/release
  POST ${API}/imports/${importId}/discard

A newer file from the source also replaces it: ${PUBLIC_URL}/sources/${sourceId} shows the newest import. You get one
mail when imports begin to be held and one when the source is imported again.
`,
  }),
} as const;

/** Subject and plain-text body of the mail about a source. */
export const describeSource = (event: keyof typeof DESCRIBE, described: DescribedSource): NoticeText =>
  DESCRIBE[event](described);
