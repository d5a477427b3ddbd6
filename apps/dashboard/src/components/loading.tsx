import { texts } from "../texts/texts.js";

/** Shown while data is loading. */
export const Loading = () => (
  <p className="loading" role="status">
    {texts.general.loading}
  </p>
);
