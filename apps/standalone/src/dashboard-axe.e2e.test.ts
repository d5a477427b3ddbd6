import { describeAxe, VIEWS } from "./testing/describe-axe.js";

// Two of the four combinations of theme and width per page, in turn. The soak test covers all four.
describeAxe((index) => (index % 2 === 0 ? VIEWS.slice(0, 2) : VIEWS.slice(2)));
