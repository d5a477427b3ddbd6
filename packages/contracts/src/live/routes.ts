import { z } from "zod";
import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { wholeNumberParameter } from "../list.js";
import { CHANGE_KINDS, CHANGED_WITHIN_MS_MAX } from "./change-kinds.js";

const watchQuery = z.object({
  changed_within_ms: wholeNumberParameter({ min: 0, max: CHANGED_WITHIN_MS_MAX })
    .optional()
    .describe(
      "Also report what changed in this many milliseconds before the stream opened: the age of the oldest data that the " +
        "page shows, and the time that connecting may take. Then nothing that changed while the page loaded is missed.",
    ),
});

export const liveRoutes = {
  watchChanges: defineRoute({
    id: "watchChanges",
    method: "GET",
    path: "/live",
    tag: "Live",
    summary: "Stream hints about changes",
    description:
      "A stream of server-sent events (WHATWG HTML, section 9.2) for pages that show current data. `ready`: changes are " +
      'reported from now on. `changed` with `data` such as `{"kinds": ["run"]}`: objects of these kinds have changed, so ' +
      `read them again. \`beat\`: sent every ${LIMITS.liveBeatSeconds} s; a stream without it is broken. Kinds are ` +
      `${Object.keys(CHANGE_KINDS).join(", ")}, as far as the caller may read them; more may be added. Hints are kept for a ` +
      "minute only: after a reconnect, read everything again. The stream ends when its credential expires or is revoked. If you must not " +
      "miss a change, use webhooks or GET /events.",
    scope: null,
    query: watchQuery,
    responses: { 200: "events" },
    errors: [],
  }),
};
