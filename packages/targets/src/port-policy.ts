/** The protocol of a connection. Each allows different ports. */
export type TargetScheme = "http:" | "https:" | "sftp:" | "ftps:";

const STANDARD_PORT = { "http:": 80, "https:": 443, "sftp:": 22, "ftps:": 21 } as const satisfies Record<
  TargetScheme,
  number
>;

/** Ports of databases, brokers, orchestrators and remote desktops, which a forged request would target. */
const INTERNAL_PORTS = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5671, 5672, 5900, 5984, 5985,
  5986, 6379, 6380, 6443, 7000, 7001, 8500, 8600, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 25672, 26257,
  27017,
]);

const STANDARD_PORTS = new Set<number>([80, 443]);

/** Why a port is not allowed for a public host; undefined when it is. */
export function portError(scheme: TargetScheme, port: number): string | undefined {
  const isWeb = scheme === "http:" || scheme === "https:";
  const isStandard = isWeb ? STANDARD_PORTS.has(port) : port === STANDARD_PORT[scheme];
  const isAllowed = isStandard || (port >= 1024 && port <= 65_535 && !INTERNAL_PORTS.has(port));
  if (isAllowed) return undefined;
  const standard = isWeb ? "443, 80" : STANDARD_PORT[scheme];
  return `Port ${port} is not allowed. Use ${standard}, or a port from 1024 on that is not the usual port of a database, broker or other internal service.`;
}

/** The port of a URL without an explicit port. */
export const standardPort = (scheme: TargetScheme): number => STANDARD_PORT[scheme];
