import type { Incident } from "@skucast/contracts/incidents/incident";

type IncidentState = "open" | "over" | "once";

/** Whether a problem lasts, is over, or happened once and has no end. */
export const stateOf = ({
  closed_at,
  closed_subject,
}: Pick<Incident, "closed_at" | "closed_subject">): IncidentState => {
  if (closed_at === null) return "open";
  return closed_subject === null ? "once" : "over";
};

/** The page of the object that has the problem. */
export function incidentPath({ kind, object_id: objectId }: Pick<Incident, "kind" | "object_id">): string {
  const [id = ""] = objectId.split("/");
  switch (kind) {
    case "run_held":
    case "run_failed":
    case "delivery_failed":
      return `/feeds/${id}`;
    case "import_failed":
      return "/imports";
    case "import_held":
    case "source_failing":
      return `/sources/${id}`;
    case "endpoint_failing":
    case "endpoint_disabled":
      return `/webhooks/${id}`;
  }
}

/** The last time at which one of the problems started or ended; null for none. Times of the API are in one format. */
export const latestOf = (incidents: readonly Pick<Incident, "opened_at" | "closed_at">[]): string | null =>
  incidents
    .flatMap(({ opened_at, closed_at }) => [opened_at, ...(closed_at === null ? [] : [closed_at])])
    .sort()
    .at(-1) ?? null;
