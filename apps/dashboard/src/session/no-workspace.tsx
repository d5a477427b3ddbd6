import { texts } from "../texts/first-view.js";

/** Shown to a signed-in user who has no current workspace. */
export function NoWorkspace() {
  const { noWorkspace } = texts.session;
  return (
    <main className="standalone-page">
      <h1>{noWorkspace.title}</h1>
      <p>{noWorkspace.sentence}</p>
      <p className="actions">
        <a className="button" href="/account/workspaces/new?return_to=%2F">
          {noWorkspace.create}
        </a>
        <a className="button quiet" href="/account">
          {noWorkspace.account}
        </a>
      </p>
    </main>
  );
}
