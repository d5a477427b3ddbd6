import { Problem } from "@skucast/contracts/problem";
import express, { type Router } from "express";

/** A router that answers every request with 501 not_implemented and the sentence: a door whose room is not built yet. */
export function closedDoor(sentence: string): Router {
  const router = express.Router();
  router.use((req, res) => {
    res.locals.routeTemplate = req.baseUrl;
    throw new Problem("not_implemented", sentence);
  });
  return router;
}
