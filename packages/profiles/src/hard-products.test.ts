import { describeHardProducts } from "./testing/describe-hard-products.js";

describeHardProducts(2_000);
