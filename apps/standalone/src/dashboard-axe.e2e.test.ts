import { describeAxe, LANGUAGES, VIEWS } from "./testing/describe-axe.js";
import { inTurn } from "./testing/in-turn.js";

// One of the four combinations of theme and width, and one of the four languages per page. The soak test covers the others.
describeAxe(
  (index) => inTurn(VIEWS, index),
  (index) => inTurn(LANGUAGES, index),
);
