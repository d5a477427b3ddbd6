import { describeRunsOfHardProducts } from "../testing/describe-runs-of-hard-products.js";

describeRunsOfHardProducts(10_000);
