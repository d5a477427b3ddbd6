import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { CHANGE_KINDS } from "./change-kinds.js";

export const liveRoutes = {
  watchChanges: defineRoute({
    id: "watchChanges",
    method: "GET",
    path: "/live",
    tag: "Live",
    summary: "Be told what kind of thing has just changed",
    description:
      "A stream of server-sent events (WHATWG HTML, section 9.2) for pages that show what is there now. `ready` says that " +
      'changes are told from here on; `changed` has `data` such as `{"kinds": ["run"]}`: something of these kinds has ' +
      `changed, ask for it again; \`beat\` comes every ${LIMITS.liveBeatSeconds} s, and a stream without it is dead. Kinds are ` +
      `${Object.keys(CHANGE_KINDS).join(", ")}, as far as the caller may read them; there may come more. Nothing is kept: ` +
      "who was not connected asks for everything again. The stream ends when its credential does. For machines that must " +
      "not miss anything there are webhooks and GET /events.",
    scope: null,
    responses: { 200: "events" },
    errors: [],
  }),
};
