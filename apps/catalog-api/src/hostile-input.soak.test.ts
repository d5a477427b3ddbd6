import { describeHostileInput } from "./testing/describe-hostile-input.js";

describeHostileInput({ runsPerRoute: 85, everyNth: 1 });
