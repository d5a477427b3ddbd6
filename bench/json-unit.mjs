// A unit of CPU work that depends on the machine alone: what a product costs that is written as JSON and read again.
import { productOf } from "./products.mjs";

const PRODUCTS = 20_000;
const ROUNDS = 5;

/** CPU microseconds of the unit: the least of several rounds, since other work on the machine only adds to it. */
export function jsonUnitUs() {
  const products = Array.from({ length: PRODUCTS }, (_, n) => productOf(n));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (const product of products) JSON.parse(JSON.stringify(product));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / PRODUCTS;
  });
  return Math.min(...rounds);
}
