import { expect, test } from "@jest/globals";
import { otlpUrlOf, resourceAttributesOf } from "./otlp.js";

test.each([
  ["http://collector:4318", "http://collector:4318/v1/metrics"],
  ["http://collector:4318/", "http://collector:4318/v1/metrics"],
  ["https://otlp.example/otlp?tenant=a", "https://otlp.example/otlp/v1/metrics?tenant=a"],
  ["http://collector:4318/v1/traces", "http://collector:4318/v1/metrics"],
  ["https://otlp.example/otlp/v1/traces/", "https://otlp.example/otlp/v1/metrics"],
])("metrics for the collector %s go to %s", (endpoint, url) => {
  expect(otlpUrlOf(endpoint, "metrics")).toBe(url);
});

test("a process without a region is described by its name alone", () => {
  expect(resourceAttributesOf({ service: "importer" })).toEqual({ "service.name": "importer" });
  expect(resourceAttributesOf({ service: "importer", region: "eu" })).toEqual({
    "service.name": "importer",
    "cloud.region": "eu",
  });
});
