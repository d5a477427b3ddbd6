import type { Texts } from "../en/english.js";
import { account } from "./account.js";
import { connect } from "./connect.js";
import { forms } from "./forms.js";
import { history } from "./history.js";
import { mails } from "./mails.js";
import { problems } from "./problems.js";
import { signIn } from "./sign-in.js";

export const german: Texts = { account, connect, forms, history, mails, problems, signIn };
