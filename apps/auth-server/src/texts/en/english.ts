import type { TextsLike } from "@skucast/contracts/languages";
import type { Html } from "@skucast/http-kit/html";
import { account } from "./account.js";
import { connect } from "./connect.js";
import { forms } from "./forms.js";
import { history } from "./history.js";
import { mails } from "./mails.js";
import { problems } from "./problems.js";
import { signIn } from "./sign-in.js";

export const english = { account, connect, forms, history, mails, problems, signIn };

/** What the pages and mails say, in one language: the English texts without their words. */
export type Texts = TextsLike<typeof english, Html>;
