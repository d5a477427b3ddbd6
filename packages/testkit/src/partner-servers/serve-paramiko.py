"""An SFTP server for one folder with paramiko. The first argument contains the settings as JSON."""

import json
import os
import posixpath
import socket
import sys
import threading

import paramiko
from paramiko import (
    AUTH_FAILED,
    AUTH_SUCCESSFUL,
    OPEN_FAILED_ADMINISTRATIVELY_PROHIBITED,
    OPEN_SUCCEEDED,
    SFTP_OK,
    SFTPAttributes,
    SFTPHandle,
    SFTPServer,
)

settings = json.loads(sys.argv[1])
FOLDER = settings["folder"]
LOGIN_TIMEOUT_S = 30


def read_authorized_keys():
    with open(settings["authorized_keys"]) as file:
        return [line.split()[1] for line in file if line.strip()]


class Login(paramiko.ServerInterface):
    def get_allowed_auths(self, username):
        return "password,publickey"

    def check_auth_password(self, username, password):
        is_right = username == settings["username"] and password == settings["password"]
        return AUTH_SUCCESSFUL if is_right else AUTH_FAILED

    def check_auth_publickey(self, username, key):
        is_right = username == settings["username"] and key.get_base64() in read_authorized_keys()
        return AUTH_SUCCESSFUL if is_right else AUTH_FAILED

    def check_channel_request(self, kind, channel_id):
        return OPEN_SUCCEEDED if kind == "session" else OPEN_FAILED_ADMINISTRATIVELY_PROHIBITED


class Handle(SFTPHandle):
    """paramiko implements reads and writes; it needs a file object for each."""

    def __init__(self, flags, file):
        super().__init__(flags)
        self.readfile = file
        self.writefile = file

    def stat(self):
        return SFTPAttributes.from_stat(os.fstat(self.readfile.fileno()))

    def chattr(self, attributes):
        SFTPServer.set_file_attr(self.readfile.name, attributes)
        return SFTP_OK


def answering(method):
    """Converts an OSError to an SFTP status."""

    def call(*args):
        try:
            return method(*args)
        except OSError as error:
            return SFTPServer.convert_errno(error.errno)

    return call


class Files(paramiko.SFTPServerInterface):
    def _on_disk(self, path):
        return FOLDER + posixpath.normpath("/" + path)

    @answering
    def list_folder(self, path):
        with os.scandir(self._on_disk(path)) as entries:
            return [SFTPAttributes.from_stat(entry.stat(), entry.name) for entry in entries]

    @answering
    def stat(self, path):
        return SFTPAttributes.from_stat(os.stat(self._on_disk(path)))

    @answering
    def lstat(self, path):
        return SFTPAttributes.from_stat(os.lstat(self._on_disk(path)))

    @answering
    def open(self, path, flags, attributes):
        path = self._on_disk(path)
        mode = "r+b" if flags & (os.O_WRONLY | os.O_RDWR) else "rb"
        if flags & os.O_WRONLY:  # the same file object is used for reads and writes
            flags = flags & ~os.O_WRONLY | os.O_RDWR
        file = open(path, mode, opener=lambda name, _: os.open(name, flags, 0o644))
        return Handle(flags, file)

    @answering
    def remove(self, path):
        os.remove(self._on_disk(path))
        return SFTP_OK

    @answering
    def rename(self, old, new):
        os.rename(self._on_disk(old), self._on_disk(new))
        return SFTP_OK

    posix_rename = rename

    @answering
    def mkdir(self, path, attributes):
        os.mkdir(self._on_disk(path))
        return SFTP_OK

    @answering
    def rmdir(self, path):
        os.rmdir(self._on_disk(path))
        return SFTP_OK

    @answering
    def chattr(self, path, attributes):
        SFTPServer.set_file_attr(self._on_disk(path), attributes)
        return SFTP_OK


def serve(connection, host_keys):
    transport = paramiko.Transport(connection)
    for key in host_keys:
        transport.add_server_key(key)
    transport.set_subsystem_handler("sftp", SFTPServer, Files)
    try:
        transport.start_server(server=Login())
        channel = transport.accept(LOGIN_TIMEOUT_S)
        if channel is not None:
            transport.join()
            channel.close()  # also keeps a reference until here: paramiko closes unreferenced channels
    except (paramiko.SSHException, EOFError, OSError) as error:
        print(error, flush=True)
    finally:
        transport.close()


listener = socket.create_server(("127.0.0.1", settings["port"]), backlog=100)
keys = [paramiko.Ed25519Key.from_private_key_file(file) for file in settings["host_keys"]]
print("listening", flush=True)
while True:
    accepted, _ = listener.accept()
    threading.Thread(target=serve, args=(accepted, keys), daemon=True).start()
