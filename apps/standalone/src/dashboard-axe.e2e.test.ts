import { describeAxe, VIEWS } from "./testing/describe-axe.js";

// Two of the four combinations of theme and width per page, and three of the four languages, in turn. The soak test covers
// all of them.
describeAxe(
  (index) => (index % 2 === 0 ? VIEWS.slice(0, 2) : VIEWS.slice(2)),
  (index) => ["de", "en-XB", index % 2 === 0 ? "ja" : "es"],
);
