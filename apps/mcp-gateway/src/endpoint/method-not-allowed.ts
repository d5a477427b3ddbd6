import { Problem } from "@skucast/contracts/problem";

/** The error for every method except POST. */
export const methodNotAllowed = (method: string | undefined): Problem =>
  new Problem(
    "method_not_allowed",
    `${method} is not supported; send POST. The server has no sessions and no separate event stream.`,
    { headers: { Allow: "POST" } },
  );
