// End-to-end tests start whole programs, and soak tests do minutes of work: both get far more time than they need.
import { jest } from "@jest/globals";

jest.setTimeout(600_000);
