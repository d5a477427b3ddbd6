import { apiClient } from "../../apps/standalone/src/api-client.ts";
import { readDemo } from "../../apps/standalone/src/demo/demo-file.ts";
import { sampleProducts } from "../../apps/standalone/src/demo/sample-products.ts";

/**
 * Creates or updates the first `count` sample products of a demo workspace that exists already.
 * @param {import("../../apps/standalone/src/data-folder.ts").DataFolder} folder
 * @param {number} count
 * @param {(text: string) => void} say
 */
export async function addSampleProducts(folder, count, say) {
  const demo = readDemo(folder);
  if (!demo) return say("✗ There is no demo workspace to add sample products to.\n");
  try {
    await apiClient(demo.base_url, demo.api_key).call("POST", "/products/batch", {
      mode: "atomic",
      items: sampleProducts(count),
    });
    say(`✓ ${count} sample products created or updated\n`);
  } catch (error) {
    say(`✗ The sample products could not be added: ${/** @type {Error} */ (error).message}\n`);
  }
}
