import type { TextsLike } from "@skucast/contracts/languages";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { RETRY_MINUTES } from "../sources/retry-minutes.js";
import type { DescribedSource } from "./described-source.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const [first, ...others] = RETRY_MINUTES;

const RETRIES = {
  early: `The source is retried ${first} minutes later, then after ${others.join(" and ")} minutes, and then at the times of its schedule. An earlier time of its schedule comes first.`,
  on_schedule: "The source is fetched again at the next time of its schedule.",
  never: "The source has no schedule, so it is not retried automatically.",
};
const file = (name: string | null) => (name === null ? "A product file" : `The product file ${name}`);

/** The mails about imports and sources. Users entered the names. */
export const english = {
  uploads: {
    failed: (fileName: string | null, id: string, error: string | null) => ({
      subject: "Skucast: a product file could not be imported",
      body: `${file(fileName)} was uploaded and could not be imported.

Error: ${error ?? "unknown"}

Look at the errors of its rows, correct the file and upload it again: ${PUBLIC_URL}/imports/${id}

Or use the API:

  GET  ${API}/imports/${id}
  POST ${API}/imports

You get one email when uploads begin to fail and one when the next one succeeds.
`,
    }),
    recovered: (fileName: string | null, id: string) => ({
      subject: "Skucast: product files are imported again",
      body: `${file(fileName)} was uploaded and imported: ${PUBLIC_URL}/imports/${id}

No action is needed.
`,
    }),
  },
  sources: {
    failed: ({ name, sourceId, error, isCutOff, retries }: DescribedSource) => ({
      subject: `Skucast: the source ${name} could not be imported`,
      body: `${
        isCutOff
          ? `The product file of the source ${name} could not be imported completely. Its valid rows were imported, up to the place where it breaks off.`
          : `The product file of the source ${name} could not be imported. The catalog was not changed.`
      }

Error: ${error ?? "unknown"}

${RETRIES[retries]} Check its settings and fetch the file now: ${PUBLIC_URL}/sources/${sourceId}

Or use the API:

  POST ${API}/sources/${sourceId}/runs

You get one email when a source starts to fail and one when it works again.
`,
    }),
    recovered: ({ name, sourceId }: DescribedSource) => ({
      subject: `Skucast: the source ${name} works again`,
      body: `The product file of the source ${name} was imported again: ${PUBLIC_URL}/sources/${sourceId}

No action is needed.
`,
    }),
    ended: ({ name, sourceId }: DescribedSource) => ({
      subject: `Skucast: the source ${name} was paused`,
      body: `The app or API key that set up the source ${name} was disconnected or has expired, so the source was paused. The
catalog was not changed.

If you want to keep the source, resume it: ${PUBLIC_URL}/sources/${sourceId}

Or use the API:

  PATCH ${API}/sources/${sourceId} {"status": "active"}
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
email when imports begin to be held and one when the source is imported again.
`,
    }),
  },
};

/** The mails about imports and sources, in one language. */
export type ImportTexts = TextsLike<typeof english>;
