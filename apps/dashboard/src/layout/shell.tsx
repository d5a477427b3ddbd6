import { texts } from "../texts/first-view.js";
import { Logo } from "./logo.js";

/** Outlines of a page while the session is loading. index.html contains the same, so that nothing moves. */
export const Shell = () => (
  <div className="shell">
    <div className="top">
      <span className="wordmark">
        <Logo /> {texts.general.service}
      </span>
    </div>
    <div className="columns">
      <div className="side" aria-hidden="true">
        {["1", "2", "3", "4", "5", "6"].map((key) => (
          <div key={key} className="skeleton" />
        ))}
      </div>
      <div className="shell-page">
        <p className="visually-hidden" role="status">
          {texts.general.loading}
        </p>
        <div className="skeleton title" />
        <div className="skeleton block" />
        <div className="skeleton block" />
      </div>
    </div>
  </div>
);
