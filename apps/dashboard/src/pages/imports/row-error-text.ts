import { targetText } from "./target-text.js";

/** What is wrong with a row, by the name that its field has on the page: `Price must be …`; without one of the row itself. */
export const rowErrorText = ({ pointer, message }: { readonly pointer: string; readonly message: string }): string =>
  pointer === "" ? message : `${targetText(pointer.slice(1))} ${message}`;
