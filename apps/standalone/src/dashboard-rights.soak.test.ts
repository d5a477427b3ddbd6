import { describeDashboardRights } from "./testing/describe-dashboard-rights.js";

describeDashboardRights(["editor", "restricted viewer"]);
