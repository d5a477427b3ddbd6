import { describeDashboardRights } from "./testing/describe-dashboard-rights.js";
import { notInTurn } from "./testing/in-turn.js";

describeDashboardRights((pageIndex) => [
  "editor",
  "restricted viewer",
  ...notInTurn(["viewer", "restricted editor"] as const, pageIndex),
]);
