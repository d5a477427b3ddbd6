import { describeAxe, VIEWS } from "./testing/describe-axe.js";

describeAxe(() => VIEWS);
