import { expect, test } from "@jest/globals";
import { useRunningImporter } from "../testing/use-running-importer.js";

const importer = useRunningImporter();
const { imported, newWorkspace, docOf } = importer;

const OWN = { price_amount: 19.9, price_currency: "USD", availability: "in_stock" };

test.each(["custom_attributes", "metadata", "variant_options", "translations"])(
  "names in %s that cannot be stored are a warning, and the import says what it stored",
  async (field) => {
    const workspaceId = await newWorkspace();
    const rows = ["k\u0000", "k\ud800"].map((name, i) => ({
      sku: `B${i}`,
      title: "Cap",
      ...OWN,
      [field]: { [name]: "v" },
    }));
    const file = JSON.stringify([{ sku: "A", title: "Tee", ...OWN }, ...rows]);
    const { id, row } = await imported(workspaceId, file, { format: "json" });
    expect(row).toMatchObject({
      status: "succeeded_with_errors",
      counts: { received: 3, created: 3, warned: 2, invalid: 0 },
    });
    const errors = await importer.fixture.errors(id);
    expect(errors.map(({ sku, severity }) => [sku, severity])).toEqual([
      ["B0", "warning"],
      ["B1", "warning"],
    ]);
    expect(await docOf(workspaceId)).toMatchObject({ sku: "A", title: "Tee" });
  },
);
