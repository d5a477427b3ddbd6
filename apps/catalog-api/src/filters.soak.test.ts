import { describeFilters } from "./testing/describe-filters.js";

describeFilters(1_000_000);
