import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";

const { Check, Prompt } = interactionPolicy;

type Results = { readonly login?: unknown; readonly consent?: unknown } | undefined;
const resultsOf = (ctx: KoaContextWithOIDC): Results => ctx.oidc.result;

/**
 * Every authorization asks the person, each time: who they are and whether they agree is only what this very interaction
 * answered. One page answers both.
 */
export const askEachTime = (): interactionPolicy.Prompt[] => [
  new Prompt(
    { name: "login", requestable: true },
    new Check("not_signed_in", "the person has not signed in for this request", "login_required", (ctx) =>
      resultsOf(ctx)?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  ),
  new Prompt(
    { name: "consent", requestable: true },
    new Check("not_agreed", "the person has not agreed to this request", "consent_required", (ctx) =>
      resultsOf(ctx)?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  ),
];
