import { afterAll, beforeAll } from "@jest/globals";
import { type ImporterFixture, openImporterFixture, type Upload } from "./open-importer-fixture.js";

/** An importer that runs for all tests of a file, with functions to import files into a workspace. */
export function useRunningImporter() {
  let fixture: ImporterFixture;
  beforeAll(async () => {
    fixture = await openImporterFixture();
    await fixture.startApp();
  });
  afterAll(() => fixture.close());
  return {
    get fixture() {
      return fixture;
    },
    newWorkspace: () => fixture.newWorkspace(),
    /** Imports a file and waits for the result. */
    async imported(workspaceId: string, content: string, sent: Upload = {}) {
      const id = await fixture.send(content, { ...sent, workspaceId });
      return { id, row: await fixture.finished(id) };
    },
    docOf: async (workspaceId: string, sku = "A") =>
      (await fixture.products(workspaceId)).find((product) => product.sku === sku)?.doc,
  };
}
