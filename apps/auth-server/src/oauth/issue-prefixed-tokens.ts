import { newToken, type TokenKind } from "@skucast/credentials/token";
import type { Provider } from "oidc-provider";

/** Missing from the provider's types. */
interface TokenPrototype {
  generateTokenId(): string;
}

/**
 * Issues access and refresh tokens in our own form: prefix, 256 random bits, checksum. The provider has no option for
 * it. Its version is pinned and a test checks the form.
 */
export function issuePrefixedTokens({ AccessToken, RefreshToken }: Provider): void {
  override(AccessToken.prototype as unknown as TokenPrototype, "at");
  override(RefreshToken.prototype as unknown as TokenPrototype, "rt");
}

function override(prototype: TokenPrototype, kind: TokenKind): void {
  const original = prototype.generateTokenId;
  prototype.generateTokenId = function generateTokenId(this: TokenPrototype) {
    // The original also sets the token's format. Its id is discarded.
    original.call(this);
    return newToken(kind);
  };
}
