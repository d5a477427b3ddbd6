import { faults } from "./faults.js";
import { members as fieldMembers, fields } from "./fields.js";
import { frame } from "./frame.js";
import { general } from "./general.js";
import { home } from "./home.js";
import { problems } from "./problems.js";
import { products } from "./products.js";
import { session } from "./session.js";
import { states } from "./states.js";

/** What the first view of a page shows. It loads before the other texts. */
export const firstView = {
  faults,
  fieldMembers,
  fields,
  frame,
  general,
  home,
  problems,
  products,
  session,
  states,
};
