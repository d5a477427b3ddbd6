import { describeDashboardRights } from "./testing/describe-dashboard-rights.js";

const PRESSING = ["viewer", "restricted editor"] as const;

// One limited by role, one limited by channels, each on every second page. In the soak test all members are on all pages.
describeDashboardRights(PRESSING, (pageIndex, memberIndex) => pageIndex % PRESSING.length === memberIndex);
