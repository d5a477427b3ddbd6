import { describeAxe, LOOKS } from "./testing/describe-axe.js";

// Each place in both themes and both widths, and the pairs in turn; the soak test has all four.
describeAxe((index) => (index % 2 === 0 ? LOOKS.slice(0, 2) : LOOKS.slice(2)));
