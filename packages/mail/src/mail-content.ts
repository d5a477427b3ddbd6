/** The sentences of a mail, from which its plain text and its HTML are written. */
export interface MailContent {
  readonly subject: string;
  /** Paragraphs before the button. */
  readonly paragraphs: readonly string[];
  /** The button, with a path of the deployment. */
  readonly action?: { readonly label: string; readonly path: string };
  /** Facts by name, for example when and from where. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** What to do if the person did not cause the mail. */
  readonly closing: string;
}
