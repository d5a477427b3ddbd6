import type { StoredUpload } from "./store-upload.js";

/** What a source's file is known by. */
export interface SeenFile {
  readonly sha256: string;
  readonly etag?: string | undefined;
  readonly last_modified?: string | undefined;
  /** Of SFTP: as the host says. */
  readonly bytes?: number | undefined;
  readonly modified_at?: number | undefined;
}

/** What came of asking for a file: the host said that it is the one of before, or sent one. */
export type Fetched =
  | { readonly type: "unchanged" }
  | {
      readonly type: "file";
      readonly upload: StoredUpload;
      readonly seen: SeenFile;
      readonly mediaType: string | null;
      readonly fileName: string | undefined;
    };
