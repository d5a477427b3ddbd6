/** A partner's SFTP server on loopback with a real folder, for one test. */
export interface PartnerServer {
  readonly host: "127.0.0.1";
  readonly port: number;
  readonly username: string;
  /** Absent if the server accepts only keys. */
  readonly password?: string;
  /** An ed25519 key that may log in, in OpenSSH's PEM format. */
  readonly privateKey: string;
  /** Fingerprints in the format of `ssh-keygen -l`: `SHA256:…`. */
  readonly hostKeysSha256: readonly string[];
  /** An empty folder on disk. */
  readonly folder: string;
  /** The path of that folder for clients, in which logins start. */
  readonly root: string;
  /** The software in its SSH identification (RFC 4253, section 4.2), such as `dropbear_2022.83`. */
  readonly version: string;
  /** The last lines of the server's log. */
  log(): string;
  /** Stops the server with all its sessions and deletes its files. A second call does nothing. */
  stop(): Promise<void>;
}

/** The login of every server that can define its own users. */
export const USERNAME = "acme";
export const PASSWORD = "partner-password";

/** The same password hashed by crypt(3) with SHA-512, for servers that read password files. */
export const PASSWORD_HASH =
  "$6$skucastpartner$b38SHT7WbSYYF3PIs4V3DAvadOpjDGPbBeCMH9O1Sa4ZQO/Z1Ks2o/iBoLN0HsiU.sH4lNAPgnUfBFnlSGBbm1";
