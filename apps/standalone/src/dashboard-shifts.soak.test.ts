import { describeShifts, WINDOWS } from "./testing/describe-shifts.js";
import { notInTurn } from "./testing/in-turn.js";

describeShifts((index) => notInTurn(WINDOWS, index));
