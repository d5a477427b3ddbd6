import { english } from "../en/english.js";
import type { Texts } from "../worded.js";
import { lengthened } from "./lengthened.js";

/**
 * The English texts with accents and about 40% longer, as translations can be. It shows texts that are not in the
 * dictionary, and layouts that break with long words or from right to left.
 */
export const pseudo: Texts = { ...lengthened(english), service: null };
