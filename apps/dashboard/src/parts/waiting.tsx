import { texts } from "../texts/texts.js";

/** Stands where something is being fetched. */
export const Waiting = () => (
  <p className="waiting" role="status">
    {texts.general.loading}
  </p>
);
