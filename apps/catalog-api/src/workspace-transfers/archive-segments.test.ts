import { expect, test } from "@jest/globals";
import { pack } from "tar-stream";
import { archiveSegments, bytesOf } from "./archive-segments.js";

const mtime = new Date("2026-11-26T12:00:00.000Z");
const manifest = Buffer.from("{}\n");

test("the segments are a tar file as tar-stream writes it, also with names that need more than one header", async () => {
  const names = [
    "products/000001.jsonl.gz",
    `files/run_${"a".repeat(26)}/${"ä".repeat(90)}.csv`,
    "events/000001.jsonl.gz",
  ];
  const sizes = [5, 512, 700];
  const parts = names.map((name, i) => ({
    number: i,
    name,
    resource: "products",
    rows: 1,
    bytes: sizes[i] ?? 0,
    sha256: "",
  }));
  const contentOf = (name: string) => Buffer.alloc(sizes[names.indexOf(name)] ?? 0, name);
  const tar = pack();
  tar.entry({ name: "manifest.json", mtime }, manifest);
  for (const name of names) tar.entry({ name, mtime }, contentOf(name));
  tar.finalize();
  const expected: Buffer[] = [];
  for await (const chunk of tar) expected.push(chunk as Buffer);
  const segments = await archiveSegments({ manifest, parts, mtime });
  const actual = Buffer.concat(
    await Promise.all(
      segments.map(async ({ content }) => (typeof content === "function" ? content() : contentOf(content.part))),
    ),
  );
  expect(actual.equals(Buffer.concat(expected))).toBe(true);
  expect(bytesOf(segments)).toBe(actual.length);
});
