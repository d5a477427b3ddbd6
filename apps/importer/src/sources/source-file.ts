import type { StoredUpload } from "./store-upload.js";

/** What identifies the last file of a source, so that an unchanged one is not imported again. */
export interface SeenFile {
  readonly sha256: string;
  readonly etag?: string | undefined;
  readonly last_modified?: string | undefined;
  /** For SFTP: size and time as reported by the host. */
  readonly bytes?: number | undefined;
  readonly modified_at?: number | undefined;
}

/** The result of a fetch: the host reported that the file has not changed, or sent one. */
export type Fetched =
  | { readonly type: "unchanged" }
  | {
      readonly type: "file";
      readonly upload: StoredUpload;
      readonly seen: SeenFile;
      readonly mediaType: string | null;
      readonly fileName: string | undefined;
    };
