import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;

export interface DescribedSource {
  /** As people gave it. */
  readonly name: string;
  readonly sourceId: string;
  readonly importId: string;
  readonly error: string | null;
  /** Whether it is fetched by itself. */
  readonly isScheduled: boolean;
}

const WHY = "because you are an owner or admin of the workspace";

const DESCRIBE = {
  failed: ({ name, sourceId, error, isScheduled }: DescribedSource) => ({
    subject: `Skucast: the source ${name} could not be imported`,
    body: `The product file of the source ${name} could not be imported. The catalogue is as it was.

What failed: ${error ?? "unknown"}

${isScheduled ? "It is tried again on its schedule." : "It has no schedule: nothing tries again by itself."} To fetch it at once:

  POST ${API}/sources/${sourceId}/runs

You get one mail when a source begins to fail and one when it works again, ${WHY}.
`,
  }),
  recovered: ({ name }: DescribedSource) => ({
    subject: `Skucast: the source ${name} works again`,
    body: `The product file of the source ${name} was fetched again.

Nothing is left to do. You get this ${WHY}.
`,
  }),
  held: ({ name, importId, error }: DescribedSource) => ({
    subject: `Skucast: an import of the source ${name} waits for you`,
    body: `The source ${name} published a file that would change more than it may. The catalogue is as it was.

${error ?? ""}

If that is meant, let it through; if not, give it up:

  POST ${API}/imports/${importId}/release
  POST ${API}/imports/${importId}/discard

A newer file takes its place. You get this ${WHY}.
`,
  }),
} as const;

/** Subject and plain text of the mail about a source. */
export const describeSource = (
  what: keyof typeof DESCRIBE,
  described: DescribedSource,
): { readonly subject: string; readonly body: string } => DESCRIBE[what](described);
