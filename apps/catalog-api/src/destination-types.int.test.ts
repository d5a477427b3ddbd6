import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Answer, type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const post = (body: object) => api.ask("POST", "/destinations", { body });
const create = async (body: object): Promise<Answer["json"]> => {
  const { status, json } = await post(body);
  expect([status, json.errors]).toEqual([201, undefined]);
  return json;
};
const patch = (id: unknown, body: object) => api.ask("PATCH", `/destinations/${id}`, { body });
const faultsOf = ({ status, json }: Answer) => [
  status,
  (json.errors as { pointer: string; code: string }[] | undefined)?.map(({ pointer, code }) => `${pointer} ${code}`),
];

const bucket = {
  name: "Bucket",
  type: "s3",
  endpoint: "https://8.8.8.8:9000",
  bucket: "acme-feeds",
  prefix: "feeds",
  auth: { type: "access_key", access_key_id: "KEY-1", secret_access_key: "very-secret" },
};
const upload = {
  name: "Upload",
  type: "https",
  url: "https://8.8.8.8/in/{file_name}",
  auth: { type: "bearer", token: "very-secret" },
  headers: [{ name: "X-Api-Key", value: "also-secret" }],
};
const ftps = {
  name: "FTPS",
  type: "ftps",
  host: "8.8.8.8",
  username: "acme",
  auth: { type: "password", password: "very-secret" },
};
const acp = {
  name: "Agent",
  type: "acp",
  url: "https://8.8.8.8/acp/",
  host_feed_id: "feed_8f3K2x",
  auth: { type: "bearer", token: "very-secret" },
  headers: [{ name: "X-Shop", value: "also-secret" }],
};
const sftp = { name: "SFTP", host: "8.8.8.8", username: "acme", auth: { type: "public_key" } };

describe("a new destination", () => {
  test.each([
    [
      "s3",
      bucket,
      {
        host: "8.8.8.8",
        port: 9000,
        username: "KEY-1",
        path: "feeds",
        region: "us-east-1",
        path_style: true,
        strategy: "direct",
      },
    ],
    [
      "https",
      upload,
      {
        host: "8.8.8.8",
        port: 443,
        method: "PUT",
        success_statuses: [200, 201, 202, 204],
        headers: [{ name: "x-api-key" }],
      },
    ],
    [
      "acp",
      acp,
      { host: "8.8.8.8", port: 443, path: "/acp/feeds/feed_8f3K2x", products_max: 100, headers: [{ name: "x-shop" }] },
    ],
    ["ftps", ftps, { port: 21, path: ".", strategy: "rename", ca_certificate: null }],
    ["sftp", sftp, { port: 22, path: ".", strategy: "rename", writes_max: 64, auth: { type: "public_key" } }],
  ])("of type %s has the defaults of its type and shows no secret", async (type, body, shown) => {
    const created = await create(body);
    expect(created).toMatchObject({ type, ...shown });
    const { json } = await api.ask("GET", `/destinations/${created.id}`);
    expect(json).toEqual(created);
    expect(JSON.stringify(created)).not.toContain('secret"');
    expect(JSON.stringify(created)).not.toContain("very-secret");
  });

  test("of Amazon S3 names the bucket in the host", async () => {
    const { endpoint: _, ...amazon } = bucket;
    const { status, json } = await api.ask("POST", "/destinations?validate_only=true", {
      body: { ...amazon, region: "eu-central-1" },
    });
    expect([status, json.host, json.path_style]).toEqual([200, "s3.eu-central-1.amazonaws.com", false]);
  });

  test("reports every field that its type lacks or does not have, at once", async () => {
    expect(
      faultsOf(await post({ name: "x", type: "s3", host: "8.8.8.8", auth: upload.auth, strategy: "rename" })),
    ).toEqual([422, ["/bucket required", "/host not_allowed", "/auth/type not_allowed", "/strategy not_allowed"]]);
    expect(faultsOf(await post({ name: "x", type: "https" }))).toEqual([422, ["/url required"]]);
    const { url: _url, host_feed_id: _feed, ...incomplete } = acp;
    expect(faultsOf(await post({ ...incomplete, method: "PUT", strategy: "trigger", auth: { type: "none" } }))).toEqual(
      [
        422,
        [
          "/url required",
          "/host_feed_id required",
          "/method not_allowed",
          "/auth/type not_allowed",
          "/strategy not_allowed",
        ],
      ],
    );
    expect(faultsOf(await post({ ...acp, products_max: 0, host_feed_id: "a/b" }))[1]).toHaveLength(2);
    expect(faultsOf(await post({ name: "x", host: "8.8.8.8", url: upload.url }))).toEqual([
      422,
      ["/username required", "/auth required", "/url not_allowed"],
    ]);
  });

  test.each([
    ["/endpoint", { ...bucket, endpoint: "https://10.0.0.1" }],
    ["/url", { ...upload, url: "https://169.254.169.254/{file_name}" }],
    ["/url", { ...upload, url: "http://8.8.8.8/{file_name}" }],
    ["/url", { ...acp, url: "https://10.0.0.1" }],
    ["/host", { ...ftps, host: "192.168.0.1" }],
    ["/host", { ...ftps, port: 22 }],
  ])("at an address that is not allowed is rejected at %s", async (pointer, body) => {
    expect(faultsOf(await post(body))[1]).toEqual([`${pointer} target_not_allowed`]);
  });
});

describe("a change", () => {
  test("of the server needs the secrets again; of other fields it does not", async () => {
    const { id } = await create(upload);
    expect(faultsOf(await patch(id, { url: "https://8.8.4.4/{file_name}" }))).toEqual([
      422,
      ["/auth required", "/headers required"],
    ]);
    expect((await patch(id, { url: "https://8.8.8.8/other/{file_name}", method: "POST" })).json).toMatchObject({
      path: "/other/%7Bfile_name%7D",
      method: "POST",
      headers: [{ name: "x-api-key" }],
    });
    const moved = {
      url: "https://8.8.4.4/{file_name}",
      auth: { type: "basic", username: "u", password: "p" },
      headers: [],
    };
    expect((await patch(id, moved)).json).toMatchObject({
      host: "8.8.4.4",
      username: "u",
      auth: { type: "basic" },
      headers: [],
    });
    const store = await create(bucket);
    expect(faultsOf(await patch(store.id, { endpoint: "https://8.8.4.4" }))).toEqual([422, ["/auth required"]]);
    expect((await patch(store.id, { prefix: "other" })).json).toMatchObject({ prefix: "other", path: "other" });
  });

  test("of fields that belong to another type is rejected", async () => {
    const { id } = await create(ftps);
    expect(faultsOf(await patch(id, { bucket: "acme-feeds", auth: { type: "bearer", token: "t" } }))).toEqual([
      422,
      ["/bucket not_allowed", "/auth/type not_allowed"],
    ]);
    expect(faultsOf(await patch(id, { type: "s3" }))[0]).toBe(422);
  });

  test("that is repeated changes nothing", async () => {
    const { id } = await create(bucket);
    const first = await patch(id, { prefix: "new" });
    const again = await patch(id, { prefix: "new" });
    expect(again.json.version).toBe(first.json.version);
  });
});

test("two feeds cannot write the same object, even with two keys", async () => {
  const market = { country: "DE", currency: "EUR", language: "de" };
  const channel = (await api.ask("POST", "/channels", { body: { name: "Shop", market } })).json;
  const first = await create({ ...bucket, bucket: "shared-bucket" });
  const other = { ...bucket.auth, access_key_id: "KEY-2" };
  const second = await create({ ...bucket, bucket: "shared-bucket", auth: other });
  const feed = (destination: unknown) =>
    api.ask("POST", "/feeds", {
      body: { channel_id: channel.id, name: "Feed", deliveries: [{ type: "sftp_push", destination_id: destination }] },
    });
  expect((await feed(first.id)).status).toBe(201);
  expect(faultsOf(await feed(second.id))).toEqual([409, ["/file_name duplicate"]]);
});

describe("a host that takes products", () => {
  const market = { country: "US", currency: "USD", language: "en" };
  const channelWith = async (profile: string) =>
    (await api.ask("POST", "/channels", { body: { name: `With ${profile}`, profile, market } })).json;
  const feed = async (channel: Answer["json"], destination: unknown, more: object = {}) =>
    api.ask("POST", "/feeds", {
      body: {
        channel_id: channel.id,
        name: "Products",
        format: "jsonl",
        deliveries: [{ type: "sftp_push", destination_id: destination }],
        ...more,
      },
    });

  test("takes those of one feed, of a channel with the profile acp_feed", async () => {
    const { id } = await create({ ...acp, host_feed_id: "feed_one" });
    const same = await create({ ...acp, host_feed_id: "feed_one" });
    const other = await create({ ...acp, host_feed_id: "feed_two" });
    const generic = await channelWith("generic");
    expect(faultsOf(await feed(generic, id))).toEqual([422, ["/deliveries/0/destination_id not_allowed"]]);
    const channel = await channelWith("acp_feed");
    expect(faultsOf(await feed(channel, id, { format: "csv" }))).toEqual([422, ["/format not_allowed"]]);
    expect(faultsOf(await feed(channel, id, { coverage: "delta" }))).toEqual([422, ["/coverage not_allowed"]]);
    expect((await feed(channel, id)).status).toBe(201);
    expect(faultsOf(await feed(channel, same.id, { file_name: "other.jsonl" }))).toEqual([
      409,
      ["/deliveries duplicate"],
    ]);
    expect((await feed(channel, other.id, { file_name: "other.jsonl" })).status).toBe(201);
    expect(faultsOf(await patch(other.id, { host_feed_id: "feed_one" }))).toEqual([409, ["/host_feed_id duplicate"]]);
  });

  test("keeps its feed's channel at the profile, and a feed of another channel away", async () => {
    const { id } = await create({ ...acp, host_feed_id: "feed_three" });
    const channel = await channelWith("acp_feed");
    expect((await feed(channel, id)).status).toBe(201);
    const change = { profile: "generic" };
    expect(faultsOf(await api.ask("PATCH", `/channels/${channel.id}`, { body: change }))).toEqual([
      422,
      ["/profile not_allowed"],
    ]);
    const created = (await feed(await channelWith("generic"), id, { deliveries: [] })).json;
    const deliveries = [{ type: "sftp_push", destination_id: id }];
    expect(faultsOf(await api.ask("PATCH", `/feeds/${created.id}`, { body: { deliveries } }))).toEqual([
      422,
      ["/deliveries/0/destination_id not_allowed"],
    ]);
  });

  test("needs its token again for another server, and not for another feed", async () => {
    const { id } = await create({ ...acp, host_feed_id: "feed_four" });
    expect((await patch(id, { host_feed_id: "feed_five", products_max: 7 })).json).toMatchObject({
      path: "/acp/feeds/feed_five",
      products_max: 7,
    });
    expect(faultsOf(await patch(id, { url: "https://8.8.4.4/acp" }))).toEqual([
      422,
      ["/auth required", "/headers required"],
    ]);
  });
});
