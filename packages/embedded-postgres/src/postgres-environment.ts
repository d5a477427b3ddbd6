/** The environment variables that PostgreSQL's programs need. The user's PG… variables are left out. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env;
  return { PATH, SystemRoot, TEMP, TMPDIR, LC_ALL: "C", TZ: "UTC" };
}
