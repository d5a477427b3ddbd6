import { describeSignatures } from "../testing/describe-signatures.js";

describeSignatures({ deliveryCount: 10_000, mutationCount: 100_000 });
