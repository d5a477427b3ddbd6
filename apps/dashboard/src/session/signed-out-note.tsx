import { texts } from "../texts/first-view.js";
import { useIsSignedOut } from "./session.js";

const { signedOut } = texts.session;

/** Says that the session has ended, on a page that stays open because of unsaved changes. */
export function SignedOutNote() {
  const isSignedOut = useIsSignedOut();
  return (
    <div role="alert" className="floating">
      {isSignedOut && (
        <div className="note bad">
          {signedOut.sentence}{" "}
          <a href="/sign-in?return_to=%2F" target="_blank" rel="noreferrer">
            {signedOut.signIn}
          </a>
        </div>
      )}
    </div>
  );
}
