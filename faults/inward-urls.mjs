// Addresses that lead inside, as attackers write them.

const LITERALS = [
  ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "0177.1", "127.0.0.1.", "0", "0.0.0.0"],
  ...[
    "127.255.255.254",
    "10.0.0.5",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
  ],
  ...["0xa9fea9fe", "2852039166", "100.100.100.200", "100.64.0.1", "192.0.0.192", "192.0.2.1", "198.18.0.1"],
  ...["198.19.255.255", "198.51.100.7", "203.0.113.9", "240.0.0.1", "255.255.255.255", "224.0.0.1", "192.88.99.1"],
  ...["[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.5]"],
  ...["[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::1]", "[2002:7f00:1::]"],
  ...["[2002:a9fe:a9fe::1]", "[fc00::1]", "[fd00:ec2::254]", "[fdff::1]", "[fe80::1]", "[febf::1]", "[fec0::1]"],
  ...["[ff02::1]", "[2001:db8::1]", "[2001::1]", "[100::1]", "[5f00::1]", "[3fff::1]"],
  ...["localhost", "LOCALHOST", "localhost.", "a.localhost", "localhost.localdomain", "ip6-localhost"],
  ...["１２７.０.０.１", "①②⑦.0.0.1", "127。0。0。1", "127.0.0.1%2F", "metadata.google.internal"],
];

/** Each literal over http and https, with the port of the canary and without, and some more disguises. */
export function inwardUrls(port) {
  const plain = LITERALS.flatMap((host) => [`https://${host}/`, `http://${host}:${port}/`]);
  const disguised = [
    `http://example.com@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}#@example.com/`,
    `http://user:secret@127.0.0.1:${port}/`,
    "https://example.com:22/",
    "https://example.com:5432/",
    "https://example.com:5672/",
    "https://example.com:25/",
    `file:///etc/passwd`,
    `gopher://127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    `http:\\\\127.0.0.1:${port}\\`,
  ];
  return [...plain, ...disguised];
}

/** The same as hosts of SFTP. */
export const inwardHosts = () => LITERALS.map((host) => host.replace(/^\[|\]$/g, ""));
