/** What a domain is proven for. The public directory also accepts the file, which single sign-on does not. */
export type DomainUse = "single_sign_on" | "directory";

/** What a domain is no longer used for, once its proof has ended, or, with `keepsProof`, only its DNS record. */
export const usesThatEnd = (isForSingleSignOn: boolean, { keepsProof }: { readonly keepsProof: boolean }) => [
  ...(isForSingleSignOn ? (["single_sign_on"] as const) : []),
  ...(keepsProof ? [] : (["directory"] as const)),
];
