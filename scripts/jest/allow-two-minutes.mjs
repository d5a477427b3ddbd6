// End-to-end tests start whole programs.
import { jest } from "@jest/globals";

jest.setTimeout(120_000);
