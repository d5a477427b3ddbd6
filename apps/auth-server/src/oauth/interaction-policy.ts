import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";

const { Check, Prompt } = interactionPolicy;

type Results = { readonly login?: unknown; readonly consent?: unknown } | undefined;
const resultsOf = (ctx: KoaContextWithOIDC): Results => ctx.oidc.result;

/**
 * Every authorization prompts the user for sign-in and consent. Only the result of this interaction counts. One page
 * answers both prompts.
 */
export const promptEveryTime = (): interactionPolicy.Prompt[] => [
  new Prompt(
    { name: "login", requestable: true },
    new Check("not_signed_in", "the user has not signed in for this request", "login_required", (ctx) =>
      resultsOf(ctx)?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  ),
  new Prompt(
    { name: "consent", requestable: true },
    new Check("not_agreed", "the user has not consented to this request", "consent_required", (ctx) =>
      resultsOf(ctx)?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  ),
];
