import { secret, text, url } from "@skucast/service-kit/config-fields";
import { z } from "zod";

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)\/?$/;

/** Settings of every app that reads or writes the files of runs. */
export const fileStoreSettings = {
  SKUCAST_FILE_STORE: z
    .string()
    .prefault("local")
    .refine((value) => value === "local" || S3_ADDRESS.test(value), { error: "must be local or s3://bucket/prefix" })
    .describe(
      "Store for the files of runs: local (in SKUCAST_FILES_DIR), or s3://bucket/prefix of an S3-compatible store.",
    ),
  SKUCAST_FILES_DIR: text()
    .prefault(".skucast/files")
    .describe(
      "Folder of the files of runs, shared by all apps that write or serve them; with an S3 store, of files until they are uploaded.",
    ),
  SKUCAST_S3_ENDPOINT: url(["http", "https"])
    .optional()
    .describe("URL of an S3-compatible store; by default Amazon S3 in the region."),
  SKUCAST_S3_REGION: text().prefault("us-east-1").describe("Region of the bucket."),
  SKUCAST_S3_ACCESS_KEY_ID: secret()
    .optional()
    .describe("Access key of the bucket; by default the machine's role grants access."),
  SKUCAST_S3_SECRET_ACCESS_KEY: secret().optional().describe("Secret of the access key."),
};

export interface FileStoreSettings {
  readonly SKUCAST_FILE_STORE: string;
  readonly SKUCAST_FILES_DIR: string;
  readonly SKUCAST_S3_ENDPOINT?: string | undefined;
  readonly SKUCAST_S3_REGION: string;
  readonly SKUCAST_S3_ACCESS_KEY_ID?: string | undefined;
  readonly SKUCAST_S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** The bucket and prefix of an s3:// URL; undefined for the local folder. */
export function bucketOf(fileStore: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, prefix = ""] = S3_ADDRESS.exec(fileStore) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: prefix.slice(1) };
}
