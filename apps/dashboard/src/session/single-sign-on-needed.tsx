import { texts } from "../texts/first-view.js";
import { StandalonePage } from "./standalone-page.js";

/** Shown to a member who signed in with their own credentials, in a workspace that requires single sign-on. */
export function SingleSignOnNeeded() {
  const { singleSignOn } = texts.session;
  return (
    <StandalonePage title={singleSignOn.title} sentence={singleSignOn.sentence}>
      <a className="button" href="/sign-in/sso?return_to=%2F">
        {singleSignOn.start}
      </a>
      <a className="button quiet" href="/account">
        {singleSignOn.account}
      </a>
    </StandalonePage>
  );
}
