import { expect, test } from "@jest/globals";
import { FILE_ENCODINGS } from "@skucast/contracts/channel-profiles/file-encodings";
import { english } from "../../texts/en/english.js";
import { scriptOf } from "./encoding-scripts.js";
import { encodingIn, withEncoding } from "./profile-draft.js";

test("an encoding is chosen for every text format of a definition, and keeps what else describes the files", () => {
  const definition = { formats: ["csv", "json", "xml"], files: { csv: { delimiter: ";" }, json: { shape: "array" } } };
  expect(encodingIn(definition)).toBe("utf-8");
  const changed = withEncoding(definition, "windows-1250");
  expect(changed).toEqual({
    formats: ["csv", "json", "xml"],
    files: {
      csv: { delimiter: ";", encoding: "windows-1250" },
      json: { shape: "array" },
      xml: { encoding: "windows-1250" },
    },
  });
  expect(encodingIn(changed)).toBe("windows-1250");
});

test("there is nothing to choose without text files, or if they differ", () => {
  expect(encodingIn({ formats: ["json", "parquet"] })).toBeUndefined();
  expect(encodingIn({ formats: "csv" })).toBeUndefined();
  expect(encodingIn({ formats: ["csv", "xml"], files: { csv: { encoding: "gbk" } } })).toBeUndefined();
  expect(encodingIn({ formats: ["csv"], files: { csv: 5 } })).toBe("utf-8");
});

test("each encoding belongs to languages that have a name", () => {
  const { scripts } = english.channelProfiles.editor;
  expect(new Set(FILE_ENCODINGS.map(scriptOf))).toEqual(new Set(Object.keys(scripts)));
  expect(scripts[scriptOf("windows-1250")]).toBe("Central Europe");
});
