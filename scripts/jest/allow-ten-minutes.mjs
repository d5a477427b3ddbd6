// A soak does minutes of work on a quiet machine, and gets far more time than that on a busy one.
import { jest } from "@jest/globals";

jest.setTimeout(600_000);
