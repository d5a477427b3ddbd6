import { texts } from "../texts/first-view.js";

/** Shown to a member whose session has no second factor, in a workspace that requires one. */
export function SecondFactorNeeded() {
  const { secondFactor } = texts.session;
  return (
    <main className="standalone-page">
      <h1>{secondFactor.title}</h1>
      <p>{secondFactor.sentence}</p>
      <p className="actions">
        <a className="button" href="/account">
          {secondFactor.add}
        </a>
        <a className="button quiet" href="/account/confirm?return_to=%2F&factor=required">
          {secondFactor.confirm}
        </a>
      </p>
    </main>
  );
}
