import { describeAxe, LOOKS } from "./testing/describe-axe.js";

describeAxe(() => LOOKS);
