import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100; // of /proc on Linux

/**
 * CPU seconds of this process so far, user and system, and on Linux those of the processes that it has started and that
 * have ended. PostgreSQL and RabbitMQ, which all files share, are not among them.
 */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

function secondsOfChildren() {
  if (process.platform !== "linux") return 0;
  // Fields 16 and 17 of proc_pid_stat(5); the second one, in parentheses, may contain spaces.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
