import { Link } from "@tanstack/react-router";
import { Page } from "../components/page.js";
import { texts } from "../texts/first-view.js";

const words = texts.frame.notFound;

/** For an unknown URL. */
export const NotFound = () => (
  <Page title={words.title} lead={words.sentence}>
    <p>
      <Link to="/">{texts.frame.toHome}</Link>
    </p>
  </Page>
);
