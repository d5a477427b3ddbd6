import { texts } from "../texts/first-view.js";
import { StandalonePage } from "./standalone-page.js";

/** Shown to a signed-in user who has no current workspace. */
export function NoWorkspace() {
  const { noWorkspace } = texts.session;
  return (
    <StandalonePage title={noWorkspace.title} sentence={noWorkspace.sentence}>
      <a className="button" href="/account/workspaces/new?return_to=%2F">
        {noWorkspace.create}
      </a>
      <a className="button quiet" href="/account">
        {noWorkspace.account}
      </a>
    </StandalonePage>
  );
}
