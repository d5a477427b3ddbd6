import { describeDashboardRights } from "./testing/describe-dashboard-rights.js";

// One limited by role, one limited by channels.
describeDashboardRights(["viewer", "restricted editor"]);
