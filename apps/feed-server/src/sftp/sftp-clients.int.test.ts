import { describeSftpClients } from "../testing/describe-sftp-clients.js";

// Larger than every buffer and window; sftp-clients.soak.test.ts fetches 100 MB.
describeSftpClients(10_000_007);
