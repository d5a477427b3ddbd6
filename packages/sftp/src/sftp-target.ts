/** How to log in to a host. */
export type SftpAuth =
  | { readonly type: "password"; readonly password: string }
  | {
      readonly type: "public_key";
      readonly private_key: string;
      /** The key that will replace it; tried when the current one is rejected. */
      readonly next_private_key?: string | undefined;
      /** For a host that requires a password in addition to the key. */
      readonly password?: string | undefined;
    };

export interface SftpTarget {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly auth: SftpAuth;
  /** Fingerprints as `ssh-keygen -l` prints them: `SHA256:…`. */
  readonly hostKeys: readonly string[];
  /** Whether legacy algorithms are offered as well. */
  readonly isLegacyAllowed: boolean;
}
