import type { FirstViewTexts } from "../worded.js";
import { faults } from "./faults.js";
import { fieldMembers, fields } from "./fields.js";
import { frame } from "./frame.js";
import { general } from "./general.js";
import { home } from "./home.js";
import { problems } from "./problems.js";
import { products } from "./products.js";
import { service } from "./service.js";
import { session } from "./session.js";
import { states } from "./states.js";

/** What the first view of a page shows. It loads before the other texts. */
export const firstView: FirstViewTexts = {
  faults,
  fieldMembers,
  fields,
  frame,
  general,
  home,
  problems,
  products,
  service,
  session,
  states,
};
