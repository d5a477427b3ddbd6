// npm run release:api: takes the REST API as it is for that of the release, by which later changes are judged.
import { writeFileSync } from "node:fs";
import { renderOpenApiFile } from "./docs/openapi.mjs";
import { bareDocument, RELEASED } from "./docs/released-api.mjs";

writeFileSync(RELEASED, bareDocument(await renderOpenApiFile()));
console.log(`wrote ${RELEASED}; run npm run docs.`);
