"""An SFTP server for one folder with asyncssh. The first argument contains the settings as JSON."""

import asyncio
import json
import sys
import warnings

warnings.simplefilter("ignore")  # warnings about ciphers that the cryptography package will remove

import asyncssh  # noqa: E402

settings = json.loads(sys.argv[1])


class Partner(asyncssh.SSHServer):
    def password_auth_supported(self):
        return True

    def validate_password(self, username, password):
        return username == settings["username"] and password == settings["password"]


async def main():
    server = await asyncssh.listen(
        "127.0.0.1",
        settings["port"],
        server_factory=Partner,
        server_host_keys=settings["host_keys"],
        authorized_client_keys=settings["authorized_keys"],
        sftp_factory=lambda channel: asyncssh.SFTPServer(channel, chroot=settings["folder"]),
    )
    print("listening", flush=True)
    await server.wait_closed()


asyncio.run(main())
