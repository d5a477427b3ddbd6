import { newToken, type TokenKind } from "@skucast/credentials/token";
import type { Provider } from "oidc-provider";

/** The provider's types leave this method out. */
interface TokenPrototype {
  generateTokenId(): string;
}

/**
 * Gives access and refresh tokens our own form: prefix, 256 random bits, checksum. The provider has no option for it; its
 * version is pinned, and a test holds it to this.
 */
export function issuePrefixedTokens({ AccessToken, RefreshToken }: Provider): void {
  override(AccessToken.prototype as unknown as TokenPrototype, "at");
  override(RefreshToken.prototype as unknown as TokenPrototype, "rt");
}

function override(prototype: TokenPrototype, kind: TokenKind): void {
  const original = prototype.generateTokenId;
  prototype.generateTokenId = function generateTokenId(this: TokenPrototype) {
    // The original also notes the token's format on it; its id is not used.
    original.call(this);
    return newToken(kind);
  };
}
