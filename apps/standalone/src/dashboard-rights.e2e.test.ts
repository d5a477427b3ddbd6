import { describeDashboardRights } from "./testing/describe-dashboard-rights.js";

// Each of the two limits, of roles and of channels, is felt by one of them.
describeDashboardRights(["viewer", "restricted editor"]);
