import { describeHostileInput } from "./testing/describe-hostile-input.js";

describeHostileInput({ runsPerRoute: 15, everyNth: 6 });
