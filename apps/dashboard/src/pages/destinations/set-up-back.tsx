import { Link } from "@tanstack/react-router";
import { texts } from "../../texts/texts.js";
import type { SetUpStep } from "./set-up-steps.js";

/** Link to a previous step. */
export const SetUpBack = ({ to }: { readonly to: SetUpStep }) => (
  <Link className="button quiet" to="." search={{ step: to }}>
    {texts.destinations.setUp.back}
  </Link>
);
