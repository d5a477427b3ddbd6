import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Deletions } from "../deletion/deletion.js";
import { DeletionNote } from "../deletion/deletion-note.js";
import { Live } from "../live/live.js";
import mark from "../mark.svg";
import { Button } from "../parts/button.js";
import { Notices } from "../parts/notices.js";
import { Session } from "../session/session.js";
import { SignedOutNote } from "../session/signed-out-note.js";
import { texts } from "../texts/texts.js";
import { Navigation } from "./navigation.js";
import { PersonMenu } from "./person-menu.js";
import { Place } from "./place.js";
import { StaleNote } from "./stale-note.js";
import { Standing } from "./standing.js";
import { WorkspaceMenu } from "./workspace-menu.js";

/** What stands around every place: the way past it, the workspace, the navigation, and who is signed in. */
export function Frame() {
  const [isOpen, setIsOpen] = useState(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes because the place has changed.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <Session>
      <Live>
        <Notices>
          <Deletions>
            <a className="skip" href="#place">
              {texts.frame.skip}
            </a>
            <header className="top">
              <Button
                kind="quiet"
                className="narrow-only"
                aria-expanded={isOpen}
                aria-controls="navigation"
                onClick={() => setIsOpen(!isOpen)}
              >
                {texts.frame.menu}
              </Button>
              <span className="wordmark">
                <img src={mark} alt={texts.general.service} />
                <span aria-hidden="true">{texts.general.service}</span>
              </span>
              <div className="top-end">
                <WorkspaceMenu />
                <PersonMenu />
              </div>
            </header>
            <div className="columns">
              <div id="navigation" className="side" data-open={isOpen || undefined}>
                <Navigation />
                <Standing />
              </div>
              <main id="place" tabIndex={-1}>
                <SignedOutNote />
                <StaleNote />
                <DeletionNote />
                <Place />
              </main>
            </div>
          </Deletions>
        </Notices>
      </Live>
    </Session>
  );
}
