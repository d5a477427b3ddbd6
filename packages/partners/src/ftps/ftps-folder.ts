import type { Client } from "basic-ftp";

/** Sends commands, and turns their errors into SftpFailure. */
export type Ask = <T>(what: string, work: (client: Client) => Promise<T>) => Promise<T>;

/** A folder at the host. */
export interface FtpsFolder {
  readonly ask: Ask;
  readonly path: string;
  pathOf(name: string): string;
  sizeOf(name: string): Promise<number | null | undefined>;
  remove(name: string): Promise<void>;
}
