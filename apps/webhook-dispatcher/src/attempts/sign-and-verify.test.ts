import { describeSignatures } from "../testing/describe-signatures.js";

describeSignatures({ deliveryCount: 1_000, mutationCount: 5_000 });
