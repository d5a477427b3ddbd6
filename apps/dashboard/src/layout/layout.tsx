import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AccessDenied } from "../components/access-denied.js";
import { Button } from "../components/button.js";
import { Icon } from "../components/icon.js";
import { Notices } from "../components/notices.js";
import { DeletionProvider } from "../deletion/deletion.js";
import { DeletionNote } from "../deletion/deletion-note.js";
import { Live } from "../live/live.js";
import { Shortcuts } from "../palette/shortcuts.js";
import { Session } from "../session/session.js";
import { SignedOutNote } from "../session/signed-out-note.js";
import { useRefusal } from "../session/use-can.js";
import { texts } from "../texts/first-view.js";
import { Logo } from "./logo.js";
import { Navigation } from "./navigation.js";
import { NotificationCentre } from "./notification-centre.js";
import { PermissionsNote } from "./permissions-note.js";
import { StaleNote } from "./stale-note.js";
import { UnsavedChanges } from "./unsaved-changes.js";
import { UserMenu } from "./user-menu.js";
import { WorkspaceMenu } from "./workspace-menu.js";

/** Everything around a page: skip link, workspace menu, navigation, user menu and notes. */
export function Layout() {
  const [isOpen, setIsOpen] = useState(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <Session>
      <Live>
        <Notices>
          <DeletionProvider>
            <a className="skip" href="#content">
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
                <Icon name="menu" />
                <span className="visually-hidden">{texts.frame.menu}</span>
              </Button>
              <span className="wordmark">
                <Logo />
                <span className="visually-hidden">{texts.general.service}</span>
                <span aria-hidden="true">{texts.general.service}</span>
              </span>
              <div className="top-end">
                <Shortcuts />
                <NotificationCentre />
                <WorkspaceMenu />
                <UserMenu />
              </div>
            </header>
            <div className="columns">
              <div id="navigation" className="side" data-open={isOpen || undefined}>
                <Navigation />
                <PermissionsNote />
              </div>
              <main id="content" tabIndex={-1}>
                <SignedOutNote />
                <StaleNote />
                <DeletionNote />
                <PageOutlet />
                <UnsavedChanges />
              </main>
            </div>
          </DeletionProvider>
        </Notices>
      </Live>
    </Session>
  );
}

/** The current page or, for users without access to it, the reason. */
function PageOutlet() {
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs ?? "getMe" });
  const reason = useRefusal(needs);
  return reason === null ? <Outlet /> : <AccessDenied reason={reason} />;
}
