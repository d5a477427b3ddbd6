import type { DenialReason } from "@skucast/contracts/refusal-reason";
import { Link } from "@tanstack/react-router";
import { useSession } from "../session/session.js";
import { texts } from "../texts/first-view.js";
import { Page } from "./page.js";

const words = texts.session.refused;

/** Shown instead of a page that the user may not open: why, and who can change it. */
export function AccessDenied({ reason }: { readonly reason: DenialReason }) {
  const { workspace, role = "viewer" } = useSession();
  return (
    <Page title={words.title} lead={reason === "role" ? words.role[role] : words.channels}>
      <p>{words.whoCan(workspace.name)}</p>
      <p>
        <Link to="/">{texts.frame.toHome}</Link>
      </p>
    </Page>
  );
}
