import { firstView as english } from "../en/first-view.js";
import type { FirstViewTexts } from "../worded.js";
import { lengthened } from "./lengthened.js";

/** What `pseudo.ts` says of the first view. */
export const firstView: FirstViewTexts = { ...lengthened(english), service: null };
