import { texts } from "../texts/first-view.js";

/** Shown to a member who signed in with their own credentials, in a workspace that requires single sign-on. */
export function SingleSignOnNeeded() {
  const { singleSignOn } = texts.session;
  return (
    <main className="standalone-page">
      <h1>{singleSignOn.title}</h1>
      <p>{singleSignOn.sentence}</p>
      <p className="actions">
        <a className="button" href="/sign-in/sso?return_to=%2F">
          {singleSignOn.start}
        </a>
        <a className="button quiet" href="/account">
          {singleSignOn.account}
        </a>
      </p>
    </main>
  );
}
