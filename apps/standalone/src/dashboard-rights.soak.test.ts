import { describeDashboardRights } from "./testing/describe-dashboard-rights.js";

describeDashboardRights(["viewer", "editor", "restricted editor", "restricted viewer"]);
