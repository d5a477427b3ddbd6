import { describeFilters } from "./testing/describe-filters.js";

describeFilters(100_000);
