import { CreateMultipartUploadCommand, GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";
import { PARTNER_TYPES } from "../partner-types.js";
import { connectionOptions, createTestFile, partnerWith, pushForTest } from "../testing/push-for-test.js";
import { type ListingStore, startListingStore } from "../testing/start-listing-store.js";

const MB = 1024 * 1024;
let store: ObjectStore;
let client: S3Client;
beforeAll(async () => {
  store = await startObjectStore();
  client = clientAt(store.endpoint);
});
afterAll(async () => {
  client.destroy();
  await store.stop();
});

const clientAt = (endpoint: string) =>
  new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "key", secretAccessKey: "secret-access-key" },
  });

const bucketWith = (
  given: {
    strategy?: "direct" | "manifest_last" | "trigger";
    endpoint?: string;
    bucket?: string;
    prefix?: string;
  } = {},
) => {
  const { strategy = "direct", endpoint = store.endpoint, bucket = store.bucket, prefix = "feeds/acme" } = given;
  return partnerWith({
    type: "s3",
    strategy,
    login: JSON.stringify({ type: "access_key", access_key_id: "key", secret_access_key: "secret-access-key" }),
    options: { endpoint, region: "us-east-1", bucket, prefix, path_style: true },
  });
};

async function contentOf(key: string): Promise<Buffer | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: store.bucket, Key: key }));
    return Body && Buffer.from(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

describe("a file in a bucket", () => {
  test.each([0, 1, 8 * MB, 8 * MB + 1, 20 * MB + 7])(
    "of %d bytes arrives byte by byte, and replaces the former one",
    async (bytes) => {
      for (let i = 0; i < 2; i += 1) {
        const file = createTestFile(`products-${bytes}.csv`, bytes);
        expect(await pushForTest(bucketWith(), [file])).toMatchObject({
          verification: "content",
          remark: null,
          bytesSent: bytes,
        });
        expect((await contentOf(`feeds/acme/${file.name}`))?.equals(file.content)).toBe(true);
      }
    },
  );

  test("that is larger than what is read back is compared in samples", async () => {
    const file = createTestFile("samples.csv", 12 * MB);
    expect(await pushForTest(bucketWith(), [file], { readBackBytesMax: 4 * MB })).toMatchObject({
      verification: "sample",
    });
  });

  test("has a manifest or a trigger after it, and files of earlier runs are removed", async () => {
    const file = createTestFile("followed.csv", 10);
    await pushForTest(bucketWith({ strategy: "trigger" }), [file]);
    expect((await contentOf("feeds/acme/followed.csv.done"))?.length).toBe(0);
    await pushForTest(bucketWith({ strategy: "manifest_last" }), [file], { staleNames: ["followed.csv.done"] });
    expect(await contentOf("feeds/acme/followed.csv.done")).toBeUndefined();
    const manifest = JSON.parse(String(await contentOf("feeds/acme/followed.csv.manifest.json")));
    expect(manifest.files).toEqual([{ name: file.name, bytes: 10, rows: 1, sha256: file.sha256 }]);
  });
});

describe("an upload that was interrupted", () => {
  let listing: ListingStore;
  beforeEach(async () => {
    listing = await startListingStore(store.endpoint);
  });
  afterEach(() => listing.stop());

  test("continues with the parts that the store has, and other unfinished uploads of the key are aborted", async () => {
    const Key = "feeds/acme/large.csv";
    const bucket = bucketWith({ endpoint: listing.endpoint });
    const file = createTestFile("large.csv", 30 * MB);
    const older = clientAt(listing.endpoint);
    await older.send(new CreateMultipartUploadCommand({ Bucket: store.bucket, Key }));
    listing.breakAt(3);
    await expect(pushForTest(bucket, [file])).rejects.toMatchObject({ code: "protocol", isTransient: true });
    expect(listing.partBytes()).toBe(16 * MB);
    listing.breakAt(undefined);
    expect(await pushForTest(bucket, [file])).toMatchObject({ verification: "content", bytesSent: file.bytes });
    expect(listing.partBytes()).toBe(30 * MB);
    expect(listing.unfinishedKeys()).toEqual([]);
    expect((await contentOf(Key))?.equals(file.content)).toBe(true);
    older.destroy();
  });

  test("of a file that has changed meanwhile stores the new content", async () => {
    const bucket = bucketWith({ endpoint: listing.endpoint });
    listing.breakAt(2);
    await expect(pushForTest(bucket, [createTestFile("changed.csv", 20 * MB)])).rejects.toThrow();
    listing.breakAt(undefined);
    const file = createTestFile("changed.csv", 18 * MB);
    await pushForTest(bucket, [file]);
    expect((await contentOf("feeds/acme/changed.csv"))?.equals(file.content)).toBe(true);
  });
});

describe("a store that cannot be used", () => {
  test("is named with its own words, without the secret", async () => {
    const file = createTestFile("products.csv", 10);
    await expect(pushForTest(bucketWith({ bucket: "missing" }), [file])).rejects.toMatchObject({
      code: "not_found",
      serverMessage: expect.stringContaining("NoSuchBucket"),
    });
  });

  test("at a private address is not connected to", async () => {
    const inside = bucketWith({ endpoint: "http://127.0.0.2:9000" });
    await expect(pushForTest(inside, [createTestFile("products.csv", 10)])).rejects.toMatchObject({
      code: "refused_target",
      isTransient: false,
    });
  });
});

test("the test of a destination reports each step, and verification compares what is there", async () => {
  const { test: passed } = await PARTNER_TYPES.s3.test(bucketWith(), connectionOptions(), {
    isWriting: true,
    testId: "test-1",
  });
  expect(passed).toMatchObject({ status: "passed", summary: "A run would deliver to this host." });
  expect(passed.steps.map(({ name, status }) => [name, status])).toEqual(
    ["connect", "login", "write", "remove"].map((name) => [name, "passed"]),
  );
  expect(await contentOf("feeds/acme/test-1.txt")).toBeUndefined();
  const { test: failed } = await PARTNER_TYPES.s3.test(bucketWith({ bucket: "missing" }), connectionOptions(), {
    isWriting: true,
    testId: "test-2",
  });
  expect(failed).toMatchObject({ status: "failed", summary: expect.stringContaining("not_found") });
  const file = createTestFile("verified.csv", 100);
  await pushForTest(bucketWith(), [file]);
  const wanted = [file, { ...file, sha256: "0".repeat(64) }, { ...file, name: "other.csv" }];
  const compared = await PARTNER_TYPES.s3.verify(bucketWith(), connectionOptions(), wanted);
  expect(compared.map(({ status }) => status)).toEqual(["equal", "different", "missing"]);
});
