import { describeDashboardRights } from "./testing/describe-dashboard-rights.js";
import { inTurn } from "./testing/in-turn.js";

// One limited by role, one limited by channels, each on every second page. The soak test covers the other pages and members.
describeDashboardRights((pageIndex) => inTurn(["viewer", "restricted editor"] as const, pageIndex));
