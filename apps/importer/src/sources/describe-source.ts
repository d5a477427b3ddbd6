import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;

export interface DescribedSource {
  /** As users entered it. */
  readonly name: string;
  readonly sourceId: string;
  readonly importId: string;
  readonly error: string | null;

  readonly isScheduled: boolean;
}

const WHY = "because you are an owner or admin of the workspace";

const DESCRIBE = {
  failed: ({ name, sourceId, error, isScheduled }: DescribedSource) => ({
    subject: `Skucast: the source ${name} could not be imported`,
    body: `The product file of the source ${name} could not be imported. The catalog was not changed.

Error: ${error ?? "unknown"}

${isScheduled ? "The source is retried on its schedule." : "The source has no schedule, so it is not retried automatically."} To fetch the file now:

  POST ${API}/sources/${sourceId}/runs

You get one mail when a source starts to fail and one when it works again, ${WHY}.
`,
  }),
  recovered: ({ name }: DescribedSource) => ({
    subject: `Skucast: the source ${name} works again`,
    body: `The product file of the source ${name} was fetched again.

No action is needed. You get this mail ${WHY}.
`,
  }),
  held: ({ name, importId, error }: DescribedSource) => ({
    subject: `Skucast: an import of the source ${name} is held`,
    body: `The source ${name} published a file that would change more than its limits allow. The catalog was not changed.

${error ?? ""}

If the change is intended, release the import. If not, discard it:

  POST ${API}/imports/${importId}/release
  POST ${API}/imports/${importId}/discard

A newer file from the source also replaces it. You get this mail ${WHY}.
`,
  }),
} as const;

/** Subject and plain-text body of the mail about a source. */
export const describeSource = (
  event: keyof typeof DESCRIBE,
  described: DescribedSource,
): { readonly subject: string; readonly body: string } => DESCRIBE[event](described);
