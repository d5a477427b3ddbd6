import { texts } from "../texts/texts.js";

/** Stands where something is being fetched. */
export const Loading = () => (
  <p className="loading" role="status">
    {texts.general.loading}
  </p>
);
