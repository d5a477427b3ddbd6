import type { UploadCheck, UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { DestinationType } from "@skucast/contracts/destinations/destination-types";
import type { DeliveredProducts } from "@skucast/contracts/runs/run";
import type { Push } from "@skucast/sftp/push-files";
import type { RemoteLeftovers } from "@skucast/sftp/remote-leftovers";
import type { TargetTestResult } from "@skucast/sftp/test-target";
import type { UploadOutcome } from "@skucast/sftp/upload-files";
import type { Comparison, DeliveredFile } from "@skucast/sftp/verify-target";
import type { TargetGuard } from "@skucast/targets/target-guard";
import type { ProductLedger } from "./product-ledger.js";

/** A destination with its decrypted login. Discard it when the connection ends. */
export interface Partner {
  readonly type: DestinationType;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** Folder on a server that one logs in to. */
  readonly folder: string;
  readonly strategy: UploadStrategy;
  readonly verify: UploadCheck;
  readonly writesMax: number;
  readonly hostKeys: readonly string[];
  readonly isLegacyAllowed: boolean;
  /** The fields that only its type has, as stored. */
  readonly options: unknown;
  /** The login, as JSON. */
  readonly login: string;
  /** The login with the next key, as JSON; null if there is none. */
  readonly nextLogin: string | null;
}

export interface ConnectionOptions {
  readonly guard: TargetGuard;
  readonly signal: AbortSignal;
  /** A host that makes no progress for this long has failed. */
  readonly stallTimeoutMs: number;
}

/** The files of a run for one partner, without what its destination decides. */
export interface PartnerPush extends Omit<Push, "folder" | "strategy" | "verify" | "writesMax"> {
  /** For hosts that take products instead of files: what this destination has accepted. */
  readonly ledger: ProductLedger;
  /** For such hosts: whether products that the host already has are sent again. */
  readonly sendsAll: boolean;
  /** Called with the record of the products when it changes. */
  readonly onProducts: (products: DeliveredProducts) => void;
}

export interface PartnerTest {
  /** Whether a file is written and removed. */
  readonly isWriting: boolean;
  /** Makes the names of the test's files unique. */
  readonly testId: string;
}

/** How files get to destinations of one type. Every function throws SftpFailure when the partner is the cause. */
export interface PartnerType {
  /** Uploads the files. `leftovers` are shared by the attempts of a delivery. */
  push(
    partner: Partner,
    options: ConnectionOptions,
    push: PartnerPush,
    leftovers: RemoteLeftovers,
  ): Promise<UploadOutcome>;
  /** Does what a run does with a file of its own, step by step. A failed test is a result. */
  test(partner: Partner, options: ConnectionOptions, test: PartnerTest): Promise<TargetTestResult>;
  /** Compares the files at the partner with the delivered ones. Not reached before the signal: `not_compared`. */
  verify(partner: Partner, options: ConnectionOptions, files: readonly DeliveredFile[]): Promise<Comparison[]>;
}
