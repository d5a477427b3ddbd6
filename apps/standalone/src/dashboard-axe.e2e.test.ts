import { describeAxe, LANGUAGES, VIEWS } from "./testing/describe-axe.js";

// Two of the four combinations of theme and width, and one of the four languages per page, in turn. The soak test covers all
// of them.
describeAxe(
  (index) => (index % 2 === 0 ? VIEWS.slice(0, 2) : VIEWS.slice(2)),
  (index) => LANGUAGES.filter((_, place) => place === index % LANGUAGES.length),
);
