/**
 * The parts of a text: what is not a link and, at every odd position, a URL of the deployment without the punctuation of
 * the sentence after it. Other URLs are no links: names and messages of partners may contain some.
 */
export const splitAtLinks = (text: string, publicUrl: string): string[] =>
  text.split(
    new RegExp(`(?<![\\w/.:@-])(${publicUrl.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}/(?:[\\w/#=&?%~-]|[.](?=\\w))*)`),
  );
