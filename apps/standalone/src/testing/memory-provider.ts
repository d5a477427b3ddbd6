const METADATA = {
  client_name: "Test client",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

/** In-memory storage of an official client between its steps; both official packages use the same interface. */
export class MemoryProvider<Information, Tokens, Discovery> {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: typeof METADATA & { redirect_uris: string[] };
  /** The registration; undefined until the client has registered. */
  information: Information | undefined;
  stored: Tokens | undefined;
  /** The authorization URL to which the client redirects the user. */
  asked: URL | undefined;
  /** Number of times that tokens were saved. */
  saves = 0;
  /** Number of redirects to the authorization URL. */
  asks = 0;
  #verifier = "";
  #discovered: Discovery | undefined;

  constructor(redirectUrl: string, clientMetadataUrl?: string, grant_types = METADATA.grant_types) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { ...METADATA, grant_types, redirect_uris: [redirectUrl] };
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  clientInformation(): Information | undefined {
    return this.information;
  }
  saveClientInformation(information: Information): void {
    this.information = information;
  }
  tokens(): Tokens | undefined {
    return this.stored;
  }
  saveTokens(tokens: Tokens): void {
    this.stored = tokens;
    this.saves += 1;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
    this.asks += 1;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  discoveryState(): Discovery | undefined {
    return this.#discovered;
  }
  saveDiscoveryState(discovered: Discovery): void {
    this.#discovered = discovered;
  }
  /** Called with the credentials that the authorization server no longer accepts. */
  invalidateCredentials(which: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    if (which === "all" || which === "client") this.information = undefined;
    if (which === "all" || which === "tokens") this.stored = undefined;
    if (which === "all" || which === "discovery") this.#discovered = undefined;
  }
}
