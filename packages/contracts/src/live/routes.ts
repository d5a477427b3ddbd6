import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { CHANGE_KINDS } from "./change-kinds.js";

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
      `${Object.keys(CHANGE_KINDS).join(", ")}, as far as the caller may read them; more may be added. Hints are not stored: ` +
      "after a reconnect, read everything again. The stream ends when its credential expires or is revoked. If you must not " +
      "miss a change, use webhooks or GET /events.",
    scope: null,
    responses: { 200: "events" },
    errors: [],
  }),
};
