import { Problem } from "@skucast/contracts/problem";

/** The refusal of any method but POST. */
export const wrongMethod = (method: string | undefined): Problem =>
  new Problem(
    "method_not_allowed",
    `${method} is not possible here; send POST. There are no sessions and no event stream.`,
    { headers: { Allow: "POST" } },
  );
