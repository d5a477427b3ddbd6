import { describeSftpClients } from "../testing/describe-sftp-clients.js";

describeSftpClients(100_000_007);
