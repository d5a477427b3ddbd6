import { describeShifts, WINDOWS } from "./testing/describe-shifts.js";
import { inTurn } from "./testing/in-turn.js";

// One of the two windows per page. The soak test covers the other.
describeShifts((index) => inTurn(WINDOWS, index));
