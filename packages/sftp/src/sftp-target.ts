/** How to log in to a host. */
export type SftpAuth =
  | { readonly type: "password"; readonly password: string }
  | {
      readonly type: "public_key";
      readonly private_key: string;
      /** The key that replaces it once the partner has it; tried when the present one is refused. */
      readonly next_private_key?: string | undefined;
      /** For a host that asks for the key and a password as well. */
      readonly password?: string | undefined;
    };

export interface SftpTarget {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly auth: SftpAuth;
  /** Fingerprints as `ssh-keygen -l` prints them: `SHA256:…`. */
  readonly hostKeys: readonly string[];
  /** Whether algorithms of old servers are offered too. */
  readonly isLegacyAllowed: boolean;
}
