import { expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { publishedCell } from "../testing/published-cell.js";
import { profileNamed } from "./profile-list.js";

const isAdditional = ({ from }: Column): boolean => from === "additional_image_urls";

/** The profiles that check the main image, with their column for the others. */
const profiles = CHANNEL_PROFILES.flatMap((profile) => {
  const { columns } = profileNamed(profile);
  const name = columns.find(isAdditional)?.name;
  const isChecked = columns.some(({ from, image_types }) => from === "image_url" && image_types !== undefined);
  return name !== undefined && isChecked && profile.includes("@") ? [{ profile, name }] : [];
});

test.each(profiles)("$profile checks additional images like the main one", ({ profile, name }) => {
  const ofUrls = (...additional_image_urls: string[]) => publishedCell(profile, name, { additional_image_urls });
  const [one, two, drawing] = ["1.jpg", "2.PNG?v=1", "3.svg"].map((file) => `https://img.example.com/${file}`);
  expect(ofUrls(String(one), String(drawing), String(two))).toEqual({
    cell: [one, two],
    issues: ["warning unsupported_image"],
  });
  expect(ofUrls(String(drawing))).toEqual({ cell: undefined, issues: ["warning unsupported_image"] });
  expect(ofUrls("https://img.example.com/1.heic").issues).toEqual(["warning unsupported_image"]);
  expect(ofUrls(String(one), "https://img.example.com/image?id=5").issues).toEqual([]);
});

test("there are such profiles", () => {
  expect(profiles.map(({ profile }) => profile)).toEqual(
    expect.arrayContaining(["google_merchant@2026-10", "meta_catalog@2026-04", "stripe_agentic@2026-11"]),
  );
});

test("a lifestyle image that is a drawing is left out", () => {
  const of = (lifestyle_image_url: string) =>
    publishedCell("google_merchant", "lifestyle_image_link", { lifestyle_image_url });
  expect(of("https://img.example.com/x.svg")).toEqual({ cell: undefined, issues: ["warning unsupported_image"] });
  expect(of("https://img.example.com/x.jpg")).toEqual({ cell: "https://img.example.com/x.jpg", issues: [] });
});
