import { describeShifts, WINDOWS } from "./testing/describe-shifts.js";

describeShifts(() => WINDOWS);
