import { load, request } from "./load.mjs";
import { fill } from "./measure-export.mjs";
import { productOf } from "./products.mjs";
import { openStage } from "./stage.mjs";

process.env.NODE_OPTIONS = "--cpu-prof --cpu-prof-dir=/tmp/prof --cpu-prof-interval 500";
const stage = await openStage();
await fill(stage, 100000);
const what = process.argv[2];
const app = await stage.startApp("catalog-api", 18080);
const ch = (connection) =>
  [1, 2].flatMap((r) =>
    Array.from({ length: 1500 }, (_, i) => request(stage, "POST", "/products", productOf(connection * 1500 + i, r))),
  );
const ls = () => [request(stage, "GET", "/products?limit=100")];
const bt = (connection) =>
  [11, 12].flatMap((r) =>
    Array.from({ length: 5 }, (_, b) =>
      request(stage, "POST", "/products/batch", {
        items: Array.from({ length: 1000 }, (_, i) => productOf((connection * 5 + b) * 1000 + i, r)),
      }),
    ),
  );
for (let i = 0; i < 2; i++)
  console.log(
    await load(stage, app, {
      connections: what === "list" ? 8 : what === "batch" ? 2 : 32,
      seconds: 5,
      requestsOf: what === "list" ? ls : what === "batch" ? bt : ch,
      perRequest: what === "batch" ? 1000 : 1,
    }),
  );
await stage.close();
