import { texts } from "../texts/first-view.js";

/** Shown while data is loading: the outlines of what will follow. Screen readers announce it. */
export const Loading = () => (
  <div className="loading" role="status">
    <p className="visually-hidden">{texts.general.loading}</p>
    <div className="skeleton row" />
    <div className="skeleton row" />
    <div className="skeleton row" />
  </div>
);
