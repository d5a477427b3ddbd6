import type { LookupAddress } from "node:dns";
import { describe, expect, test } from "@jest/globals";
import { parseAllowList } from "./allow-list.js";
import { createTargetGuard, type TargetGuard } from "./target-guard.js";
import { TargetRefused } from "./target-refused.js";

const NAMES: Record<string, string[]> = {
  "hooks.example.com": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "v4.example.com": ["93.184.215.14"],
  "inward.example.com": ["10.0.0.5"],
  "inward6.example.com": ["fd12:3456::1"],
  "half-inward.example.com": ["93.184.215.14", "127.0.0.1"],
  "half-inward6.example.com": ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::1"],
  "link-local.example.com": ["169.254.169.254"],
  "mapped.example.com": ["::ffff:10.0.0.5"],
  "nat64.example.com": ["64:ff9b::a00:5"],
  "scoped.example.com": ["fe80::1%eth0"],
  "zero.example.com": ["0.0.0.0"],
  "nothing.example.com": [],
  "10.0.0.5.nip.example": ["10.0.0.5"],
  postgres: ["172.18.0.3"],
  "sink.internal": ["172.18.0.4"],
};

async function resolve(name: string): Promise<{ address: string }[]> {
  const addresses = NAMES[name];
  if (!addresses) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" });
  return addresses.map((address) => ({ address }));
}

const guard = createTargetGuard({ allow: parseAllowList(""), resolve });

const HOSTILE = [
  // loopback and "this host" in every spelling a parser may take
  "https://127.0.0.1/",
  "https://127.0.0.1./",
  "https://127.1/",
  "https://127.0.1/",
  "https://127.255.255.254/",
  "https://2130706433/",
  "https://017700000001/",
  "https://0x7f000001/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://0177.0.0.01/",
  "https://１２７.０.０.１/",
  "https://127。0。0。1/",
  "https://①②⑦.⓪.⓪.①/",
  "https://0/",
  "https://0.0.0.0/",
  "https://0.1.2.3/",
  "https://%31%32%37.0.0.1/",
  "https://[::1]/",
  "https://[::]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://localhost../",
  "https://a.localhost/",
  "https://localhost.localdomain/",
  "https://ip6-localhost/",
  // private, shared, link-local, special
  "https://10.0.0.1/",
  "https://10.255.255.255:8443/",
  "https://167772161/",
  "https://0xa000001/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.0.1/",
  "https://192.168.257/",
  "https://100.64.0.1/",
  "https://100.127.255.255/",
  "https://169.254.0.1/",
  "https://192.0.0.8/",
  "https://192.0.2.1/",
  "https://192.88.99.1/",
  "https://198.18.0.1/",
  "https://198.19.255.255/",
  "https://198.51.100.7/",
  "https://203.0.113.9/",
  "https://224.0.0.1/",
  "https://239.255.255.250/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  // IPv6: mapped, compatible, translated, tunnelled, local, special
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:169.254.169.254]/",
  "https://[::127.0.0.1]/",
  "https://[::10.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[64:ff9b::8.8.8.8]/",
  "https://[64:ff9b:1::a00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[2002:a00:1::1]/",
  "https://[2001:0:7f00:1::]/",
  "https://[fc00::1]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[fe80::1%25eth0]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  "https://[3fff::1]/",
  "https://[100::1]/",
  "https://[5f00::1]/",
  // metadata services
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/",
  "https://0xa9fea9fe/",
  "https://0251.0376.0251.0376/",
  "https://169.254.170.2/",
  "https://100.100.100.200/",
  "https://168.63.129.16/",
  "https://metadata.google.internal/",
  "https://metadata/",
  "https://METADATA.google.internal./",
  // names with some or only private addresses
  "https://inward.example.com/",
  "https://inward6.example.com/",
  "https://half-inward.example.com/",
  "https://half-inward6.example.com/",
  "https://link-local.example.com/",
  "https://mapped.example.com/",
  "https://nat64.example.com/",
  "https://scoped.example.com/",
  "https://zero.example.com/",
  "https://nothing.example.com/",
  "https://10.0.0.5.nip.example/",
  "https://postgres/",
  "https://sink.internal:8443/",
  // names that only a private network could know
  "https://intranet/",
  "https://unknown.local/",
  "https://unknown.internal/",
  // anything other than a plain https URL
  "http://hooks.example.com/",
  "http://93.184.215.14/",
  "http://not-yet-there.example.com/",
  "ftp://hooks.example.com/",
  "file:///etc/passwd",
  "gopher://hooks.example.com/",
  "javascript:alert(1)",
  "data:text/plain,x",
  "https://user:password@hooks.example.com/",
  "https://user@hooks.example.com/",
  "https://hooks.example.com@10.0.0.1/",
  "https://",
  "https:///",
  "//hooks.example.com/",
  "hooks.example.com",
  "",
  "https://hooks..example.com/",
  `https://${"a".repeat(64)}.example.com/`,
  // ports of internal services
  "https://hooks.example.com:22/",
  "https://hooks.example.com:25/",
  "https://hooks.example.com:0/",
  "https://hooks.example.com:1023/",
  "https://hooks.example.com:5432/",
  "https://hooks.example.com:5672/",
  "https://hooks.example.com:6379/",
  "https://hooks.example.com:11211/",
  "https://hooks.example.com:2375/",
  "https://not-yet-there.example.com:5432/",
];

describe("checkUrl without an allow list", () => {
  test.each(HOSTILE)("refuses %s", async (url) => {
    await expect(guard.checkUrl(url)).rejects.toBeInstanceOf(TargetRefused);
  });

  test.each([
    "https://hooks.example.com/",
    "https://HOOKS.example.com/",
    "https://hooks.example.com./path?query=1#part",
    "https://hooks.example.com:443/",
    "https://hooks.example.com:8443/",
    "https://hooks.example.com:80/",
    "https://hooks.example.com:49152/",
    "https://93.184.215.14/",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
    "https://[::ffff:93.184.215.14]/",
    "https://not-yet-there.example.com/",
  ])("lets %s pass", async (url) => {
    await expect(guard.checkUrl(url)).resolves.toBeUndefined();
  });

  test("says what is wrong and what is allowed, without private addresses", async () => {
    await expect(guard.checkUrl("https://2130706433/")).rejects.toThrow(
      "127.0.0.1 is not an address on the public internet. Only public addresses are allowed, and private networks that the operator of the service has enabled.",
    );
    await expect(guard.checkUrl("https://inward.example.com/")).rejects.not.toThrow("10.0.0.5");
  });
});

describe("with an allow list", () => {
  const opened = createTargetGuard({ allow: parseAllowList("127.0.0.0/8, 172.18.0.4,fd12::/16"), resolve });

  test.each([
    "http://127.0.0.1:5432/",
    "http://127.1:81/",
    "http://localhost:9999/hook",
    "http://[::ffff:127.0.0.1]/",
    "http://sink.internal/",
    "http://inward6.example.com/",
    "https://hooks.example.com/",
    "https://half-inward.example.com/",
  ])("lets %s pass", async (url) => {
    await expect(opened.checkUrl(url)).resolves.toBeUndefined();
  });

  test.each([
    "http://[::1]/",
    "http://172.18.0.3/",
    "http://postgres/",
    "http://hooks.example.com/",
    "http://10.0.0.1/",
  ])("still refuses %s", async (url) => {
    await expect(opened.checkUrl(url)).rejects.toBeInstanceOf(TargetRefused);
  });

  test("only the allowed addresses of a name are used", async () => {
    expect(await lookUp(opened, "https://half-inward.example.com/")).toEqual([{ address: "127.0.0.1", family: 4 }]);
    expect(await lookUp(opened, "http://localhost/")).toEqual([{ address: "127.0.0.1", family: 4 }]);
  });

  test("a range does not allow metadata services, a single address does", async () => {
    const wide = createTargetGuard({ allow: parseAllowList("0.0.0.0/0,::/0"), resolve });
    const narrow = createTargetGuard({ allow: parseAllowList("169.254.169.254"), resolve });
    expect(wide.checkAddress("10.0.0.1")).toBe(true);
    expect(wide.checkAddress("169.254.169.254")).toBe(false);
    expect(wide.checkAddress("fd00:ec2::254")).toBe(false);
    expect(narrow.checkAddress("169.254.169.254")).toBe(true);
  });
});

describe("checkHost", () => {
  test("returns the addresses to connect to", async () => {
    expect(await guard.checkHost("v4.example.com", 22)).toEqual([{ address: "93.184.215.14", family: 4 }]);
    expect(await guard.checkHost("93.184.215.14", 2222)).toEqual([{ address: "93.184.215.14", family: 4 }]);
    expect(await guard.checkHost("2606:2800:21f::1", 22)).toEqual([{ address: "2606:2800:21f::1", family: 6 }]);
  });

  test("returns none for a public name that does not resolve yet", async () => {
    expect(await guard.checkHost("sftp.not-yet-there.example.com", 22)).toEqual([]);
  });

  test.each([
    ["127.0.0.1", 22],
    ["2130706433", 22],
    ["0x7f.1", 22],
    ["0", 22],
    ["::1", 22],
    ["[::1]", 22],
    ["::ffff:10.0.0.1", 22],
    ["fe80::1%eth0", 22],
    ["localhost", 22],
    ["postgres", 22],
    ["inward.example.com", 22],
    ["v4.example.com", 23],
    ["v4.example.com", 80],
    ["v4.example.com", 443],
    ["v4.example.com", 6379],
    ["v4.example.com:22", 22],
    ["v4.example.com/x", 22],
    ["user@v4.example.com", 22],
    ["v4.example.com\n", 22],
    ["", 22],
  ])("refuses %s port %i", async (host, port) => {
    await expect(guard.checkHost(host, port)).rejects.toBeInstanceOf(TargetRefused);
  });
});

describe("lookupFor", () => {
  test("returns all checked addresses, or those of the requested family", async () => {
    const url = "https://hooks.example.com/";
    expect(await lookUp(guard, url)).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "2606:2800:21f:cb07:6820:80da:af6b:8b2c", family: 6 },
    ]);
    expect(await lookUp(guard, url, 6)).toEqual([{ address: "2606:2800:21f:cb07:6820:80da:af6b:8b2c", family: 6 }]);
  });

  test("refuses a name that has resolved to a private address since it was registered", async () => {
    await expect(lookUp(guard, "https://half-inward.example.com/")).rejects.toBeInstanceOf(TargetRefused);
    await expect(lookUp(guard, "http://hooks.example.com/")).rejects.toBeInstanceOf(TargetRefused);
  });

  test("reports that a name does not exist", async () => {
    await expect(lookUp(guard, "https://not-yet-there.example.com/")).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  test("resolves once: the checked address is the one connected to", async () => {
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const rebinding = createTargetGuard({
      allow: parseAllowList(""),
      resolve: async () => (answers.shift() ?? []).map((address) => ({ address })),
    });
    expect(await lookUp(rebinding, "https://rebinding.example.com/")).toEqual([
      { address: "93.184.215.14", family: 4 },
    ]);
    await expect(lookUp(rebinding, "https://rebinding.example.com/")).rejects.toBeInstanceOf(TargetRefused);
  });
});

test("the machine's resolver is used by default", async () => {
  const system = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
  await expect(system.checkUrl("http://localhost:1/")).resolves.toBeUndefined();
});

test("checkAddress checks the address of a connected socket", () => {
  expect(guard.checkAddress("93.184.215.14")).toBe(true);
  expect(guard.checkAddress("127.0.0.1")).toBe(false);
  expect(guard.checkAddress("::ffff:127.0.0.1")).toBe(false);
  expect(guard.checkAddress("")).toBe(false);
});

function lookUp(of: TargetGuard, url: string, family = 0): Promise<string | LookupAddress[]> {
  return new Promise((done, fail) => {
    of.lookupFor(url)(new URL(url).hostname, { all: true, family }, (error, addresses) => {
      if (error) fail(error);
      else done(addresses);
    });
  });
}

test("plain http to a name that temporarily does not resolve is reported as such, not as a public host", async () => {
  const guard = createTargetGuard({
    allow: parseAllowList("172.18.0.0/16"),
    resolve: async () => {
      throw Object.assign(new Error("no answer"), { code: "EAI_AGAIN" });
    },
  });
  await expect(guard.checkUrl("http://sink.example.com/")).rejects.toThrow("could not be resolved. Try again later");
  await expect(guard.checkUrl("https://sink.example.com/")).resolves.toBeUndefined();
});
