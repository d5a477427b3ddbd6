import { texts } from "../texts/first-view.js";
import { StandalonePage } from "./standalone-page.js";

/** Shown to a member whose session has no second factor, in a workspace that requires one. */
export function SecondFactorNeeded() {
  const { secondFactor } = texts.session;
  return (
    <StandalonePage title={secondFactor.title} sentence={secondFactor.sentence}>
      <a className="button" href="/account">
        {secondFactor.add}
      </a>
      <a className="button quiet" href="/account/confirm?return_to=%2F&factor=required">
        {secondFactor.confirm}
      </a>
    </StandalonePage>
  );
}
