// Import this first: it ends the process with a clear message if Node.js is too old for the other modules.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Skucast needs Node.js 20.19 or newer, and this is ${process.version}. Get one from https://nodejs.org.`,
  );
  process.exit(1);
}
