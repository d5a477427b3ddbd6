import type { Scope } from "./scopes.js";

/** Who acts, and in which workspace. Made by authentication, passed to every verb, never read from a body. */
export type Principal =
  | {
      readonly kind: "api_key";
      readonly workspaceId: string;
      readonly keyId: string;
      readonly scopes: ReadonlySet<Scope>;
    }
  | {
      readonly kind: "oauth";
      readonly workspaceId: string;
      readonly userId: string;
      readonly clientId: string;
      readonly scopes: ReadonlySet<Scope>;
    }
  | {
      readonly kind: "user";
      readonly workspaceId: string;
      readonly userId: string;
      readonly scopes: ReadonlySet<Scope>;
    }
  | { readonly kind: "system"; readonly workspaceId: string; readonly scopes: ReadonlySet<Scope> };
