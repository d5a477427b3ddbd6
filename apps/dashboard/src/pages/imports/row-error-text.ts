import { messageText } from "../../service-messages/message-text.js";
import { targetText } from "./target-text.js";

/**
 * An error with the displayed name of its field, such as `Price must be …`, or without one if it concerns the whole
 * row.
 */
export const rowErrorText = ({ pointer, message }: { readonly pointer: string; readonly message: string }): string =>
  pointer === "" ? messageText(message) : `${targetText(pointer.slice(1))} ${messageText(message)}`;
