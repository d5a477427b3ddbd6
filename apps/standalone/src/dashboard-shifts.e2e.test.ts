import { describeShifts, WINDOWS } from "./testing/describe-shifts.js";

// One of the two windows per page, in turn. The soak test covers both.
describeShifts((index) => WINDOWS.filter((_, place) => place === index % WINDOWS.length));
