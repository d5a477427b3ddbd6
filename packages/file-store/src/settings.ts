import { secret, text, url } from "@skucast/service-kit/config-fields";
import { z } from "zod";

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)\/?$/;

/** Where the files of runs are; for every app that reads or writes them. */
export const fileStoreSettings = {
  SKUCAST_FILE_STORE: z
    .string()
    .prefault("local")
    .refine((value) => value === "local" || S3_ADDRESS.test(value), { error: "must be local or s3://bucket/prefix" })
    .describe(
      "Where the files of runs are: local (SKUCAST_FILES_DIR), or s3://bucket/prefix of an S3-compatible store.",
    ),
  SKUCAST_FILES_DIR: text()
    .prefault(".skucast/files")
    .describe(
      "Folder of the files of runs, shared by all that make and serve them; with an object store, of those being made.",
    ),
  SKUCAST_S3_ENDPOINT: url(["http", "https"])
    .optional()
    .describe("Address of an S3-compatible store; default Amazon's, by region."),
  SKUCAST_S3_REGION: text().prefault("us-east-1").describe("Region of the bucket."),
  SKUCAST_S3_ACCESS_KEY_ID: secret()
    .optional()
    .describe("Access key of the bucket; without it what the machine is allowed by its role."),
  SKUCAST_S3_SECRET_ACCESS_KEY: secret().optional().describe("Its secret."),
};

export interface FileStoreSettings {
  readonly SKUCAST_FILE_STORE: string;
  readonly SKUCAST_FILES_DIR: string;
  readonly SKUCAST_S3_ENDPOINT?: string | undefined;
  readonly SKUCAST_S3_REGION: string;
  readonly SKUCAST_S3_ACCESS_KEY_ID?: string | undefined;
  readonly SKUCAST_S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** The bucket and the prefix that an address names; undefined for the local folder. */
export function bucketOf(fileStore: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, prefix = ""] = S3_ADDRESS.exec(fileStore) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: prefix.slice(1) };
}
