import type { ErrorCode } from "@skucast/contracts/error-codes";
import { Problem } from "@skucast/contracts/problem";
import type { ErrorModel } from "./error-page.js";

/** An error of a page with a link to where the person goes on. */
export class PageProblem extends Problem {
  readonly link: NonNullable<ErrorModel["link"]>;

  constructor(code: ErrorCode, detail: string, link: NonNullable<ErrorModel["link"]>) {
    super(code, detail);
    this.link = link;
  }
}
