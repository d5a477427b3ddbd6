import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { headersOf, SECRET, v1aOf, v1Of } from "../testing/signed-webhook.js";

const GUIDE = fileURLToPath(new URL("../../../../docs/how-to/receive-webhooks.md", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skucast-receivers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The guide's example for a language. */
function exampleIn(language: string): string {
  const [, example] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readFileSync(GUIDE, "utf8")) ?? [];
  if (example === undefined) throw new Error(`the guide has no example in ${language}`);
  return example;
}

interface Case {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Language {
  /** Its interpreter. Without it, the example cannot run on this machine. */
  readonly program: string;
  readonly versionArgs: readonly string[];
  /** The example in a driver: reads cases as lines of JSON, writes `1` or `0` for each. */
  readonly files: (example: string) => Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  js: {
    program: process.execPath,
    versionArgs: ["--version"],
    args: ["main.mjs"],
    files: (example) => ({
      "verify.mjs": example,
      "main.mjs": `import { text } from "node:stream/consumers";
import { verify } from "./verify.mjs";
for (const line of (await text(process.stdin)).trimEnd().split("\\n")) {
  const { headers, body } = JSON.parse(line);
  try {
    verify("${SECRET}", headers, Buffer.from(body));
    console.log(1);
  } catch {
    console.log(0);
  }
}
`,
    }),
  },
  python: {
    program: "python3",
    versionArgs: ["--version"],
    args: ["main.py"],
    files: (example) => ({
      "main.py": `${example}
import json, sys
for line in sys.stdin:
    case = json.loads(line)
    try:
        verify("${SECRET}", case["headers"], case["body"].encode())
        print(1)
    except ValueError:
        print(0)
`,
    }),
  },
  go: {
    program: "go",
    versionArgs: ["version"],
    args: ["run", "."],
    files: (example) => ({
      "go.mod": "module example\n\ngo 1.19\n",
      "webhooks/verify.go": example,
      "main.go": `package main

import (
	"bufio"
	"encoding/json"
	"example/webhooks"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one struct {
			Headers map[string]string
			Body    string
		}
		if json.Unmarshal(lines.Bytes(), &one) != nil {
			panic("no case")
		}
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		if webhooks.Verify("${SECRET}", header, []byte(one.Body), time.Now()) == nil {
			fmt.Println(1)
		} else {
			fmt.Println(0)
		}
	}
}
`,
    }),
  },
  php: {
    program: "php",
    versionArgs: ["--version"],
    args: ["main.php"],
    files: (example) => ({
      "main.php": `${example}
while (($line = fgets(STDIN)) !== false) {
    $case = json_decode($line, true);
    try {
        verify('${SECRET}', $case['headers'], $case['body']);
        echo "1\\n";
    } catch (UnexpectedValueException) {
        echo "0\\n";
    }
}
`,
    }),
  },
  ruby: {
    program: "ruby",
    versionArgs: ["--version"],
    args: ["main.rb"],
    files: (example) => ({
      "main.rb": `${example}
require "json"
STDIN.each_line do |line|
  one = JSON.parse(line)
  begin
    verify("${SECRET}", one["headers"], one["body"])
    puts 1
  rescue ArgumentError
    puts 0
  end
end
`,
    }),
  },
};

const isThere = ({ program, versionArgs }: Language) => spawnSync(program, versionArgs).status === 0;
const here = Object.entries(LANGUAGES).filter(([, language]) => isThere(language));

const TIMEOUT_MS = 180_000;

async function run(name: string, { program, args, files }: Language, cases: readonly Case[]): Promise<string> {
  for (const [path, content] of Object.entries(files(exampleIn(name)))) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), content);
  }
  const child = spawn(program, args, { cwd: join(folder, name), timeout: TIMEOUT_MS });
  child.stdin.end(cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return errors === "" ? output.replaceAll("\n", "") : errors;
}

const now = Math.floor(Date.now() / 1_000);

/** A webhook as we send it, with both schemes. */
function genuine(index: number): Case {
  const body = JSON.stringify({
    // Some are longer than the read and hash buffers of programs.
    text: randomBytes(index % 1_000 === 999 ? 200_000 : index % 400)
      .toString(index % 2 ? "utf16le" : "base64")
      .toWellFormed(),
  });
  const signed = { body, id: `evt_${index}`, timestamp: now };
  return { body, headers: headersOf(`${v1aOf(signed)} ${v1Of(signed)}`, signed) };
}

/** The same with one change, each kind in turn. */
function forged(index: number): Case {
  const { body, headers } = genuine(index);
  const change = CHANGES[index % CHANGES.length];
  if (!change) throw new Error("there is no such kind");
  return change({ body, headers, index });
}

const CHANGES: ((made: Case & { readonly index: number }) => Case)[] = [
  ({ body, headers }) => ({ body: `${body} `, headers }),
  ({ body, headers }) => ({ body, headers: { ...headers, "webhook-id": "evt_other" } }),
  ({ body, headers }) => ({ body, headers: { ...headers, "webhook-timestamp": String(now - 1) } }),
  ({ body, headers, index }) => {
    const signature = genuine(index + 1).headers["webhook-signature"] ?? "";
    return { body, headers: { ...headers, "webhook-signature": signature } };
  },
  ({ body, headers }) => ({ body, headers: { ...headers, "webhook-signature": "v1," } }),
  ({ body }) => ({ body, headers: headersOf(v1Of({ body, timestamp: now - 900 }), { timestamp: now - 900 }) }),
  ({ body }) => ({ body, headers: headersOf(v1Of({ body, timestamp: now + 900 }), { timestamp: now + 900 }) }),
  ({ body }) => ({ body, headers: headersOf(v1Of({ body, timestamp: "soon" }), { timestamp: "soon" }) }),
  ({ body, headers }) => ({ body, headers: { ...headers, "webhook-timestamp": "9".repeat(400) } }),
  ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({ body, headers }: Case) => ({
    body,
    headers: without(headers, name),
  })),
];

const without = (headers: Case["headers"], left: string): Case["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== left));

const COUNT = 10_000;
/** Created once for all languages. */
let genuineOnes: Case[] = [];
let forgedOnes: Case[] = [];
beforeAll(() => {
  genuineOnes = Array.from({ length: COUNT }, (_, index) => genuine(index));
  forgedOnes = Array.from({ length: COUNT }, (_, index) => forged(index));
});

test("the guide has an example for each language", () => {
  for (const name of Object.keys(LANGUAGES)) expect(exampleIn(name)).toMatch(/verify/i);
});

test("the verifier needs only Node.js", () => {
  const own = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(own).filter((name) => !name.endsWith(".test.ts"));
  expect(files).toContain("create-webhook-verifier.ts");
  const imported = files.flatMap((name) => [...readFileSync(join(own, name), "utf8").matchAll(/ from "([^"]+)"/g)]);
  expect(imported.map(([, from]) => from).filter((from) => !/^(?:node:|\.\/)/.test(from ?? ""))).toEqual([]);
});

test.each(here)(
  `the example in %s accepts ${COUNT} deliveries and none of ${COUNT} forged ones`,
  async (name, language) => {
    expect(await run(name, language, genuineOnes)).toBe("1".repeat(COUNT));
    expect(await run(name, language, forgedOnes)).toBe("0".repeat(COUNT));
  },
  2 * TIMEOUT_MS,
);
