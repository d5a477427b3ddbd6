import { describeAxe, LANGUAGES, VIEWS } from "./testing/describe-axe.js";
import { notInTurn } from "./testing/in-turn.js";

describeAxe(
  (index) => notInTurn(VIEWS, index),
  (index) => notInTurn(LANGUAGES, index),
);
