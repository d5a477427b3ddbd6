import { describeHardProducts } from "./testing/describe-hard-products.js";

describeHardProducts(10_000);
