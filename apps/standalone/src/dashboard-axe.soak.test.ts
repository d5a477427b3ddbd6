import { describeAxe, LANGUAGES, VIEWS } from "./testing/describe-axe.js";

describeAxe(
  () => VIEWS,
  () => LANGUAGES,
);
