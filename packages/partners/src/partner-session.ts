import type { Writer } from "@skucast/sftp/remove-leftovers";
import type { UploadFile } from "@skucast/sftp/upload-content";
import type { Verified } from "@skucast/sftp/verify-remote";
import type { ConnectionOptions, Partner } from "./partner.js";

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How one file is put. */
export interface PutOptions extends Writer {
  /** Called with the bytes that were sent; with a negative number when they are sent again. */
  readonly onBytes: (bytes: number) => void;
  /** Compares what is stored under a name with the file. Throws `content_mismatch`. */
  readonly check: (storedName: string) => Promise<Verified>;
}

export interface PutResult extends Verified {
  /** What the host answered, made safe by cleanServerMessage. */
  readonly serverMessage?: string | undefined;
}

/** A connection to a partner. Every function throws SftpFailure when the partner is the cause. */
export interface PartnerSession {
  /** Whether `read` can read a part of a file. */
  readonly canReadRanges: boolean;
  /** Stores the file under its name, as atomically as the protocol allows, and checks it. */
  put(file: UploadFile, options: PutOptions): Promise<PutResult>;
  /** Size of a stored file; undefined if there is none, null if the host does not report it. */
  sizeOf(name: string): Promise<number | null | undefined>;
  /** A stored file, or a part of it; undefined if there is none, null if the host does not allow reading. */
  read(name: string, range?: ByteRange): Promise<AsyncIterable<Buffer> | null | undefined>;
  /** Removes a file if it is there. */
  remove(name: string): Promise<void>;
  /** Ends the connection. Never fails. */
  close(): void;
}

export interface OpenOptions extends ConnectionOptions {
  /** Whether to find out that the host accepts the login, before anything is sent. */
  readonly isLoginChecked: boolean;
}

/** Opens a connection to a destination of one type. Throws SftpFailure. */
export type OpenSession = (partner: Partner, options: OpenOptions) => Promise<PartnerSession>;
