import type { ReactNode } from "react";
import { Logo } from "../layout/logo.js";
import { texts } from "../texts/first-view.js";

interface StandalonePageProps {
  readonly title: string;
  readonly sentence: string;
  /** What the user can do, as links. */
  readonly children: ReactNode;
}

/** A page in place of the dashboard, for a user who does not reach the workspace, with the ways out of it. */
export const StandalonePage = ({ title, sentence, children }: StandalonePageProps) => (
  <>
    <header className="top">
      <span className="wordmark">
        <Logo /> {texts.general.service}
      </span>
      <div className="top-end">
        <a className="button quiet" href="/account">
          {texts.frame.switchWorkspace}
        </a>
        <a className="button quiet" href="/sign-out?return_to=%2F">
          {texts.frame.signOut}
        </a>
      </div>
    </header>
    <main className="standalone-page">
      <h1>{title}</h1>
      <p>{sentence}</p>
      <p className="actions">{children}</p>
    </main>
  </>
);
