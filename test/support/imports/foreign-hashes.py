"""Hashes as other systems write them, by Python's hashlib and openssl: independent of the service.

Reads a JSON array of [format, password] from stdin and writes the JSON array of the hashes.
"""
import base64
import hashlib
import hmac
import json
import os
import struct
import subprocess
import sys

ITOA64 = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SIGNER_KEY = bytes(range(100, 164))


def b64(data):
    return base64.b64encode(data).decode()


def bare(data):
    return b64(data).rstrip("=")


def ab64(data):
    return bare(data).replace("+", ".")


def pbkdf2(algorithm, password, salt, iterations, length=None):
    return hashlib.pbkdf2_hmac(algorithm, password, salt, iterations, length)


def scrypt(password, salt, n, r, p, length):
    return hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, dklen=length, maxmem=2**28)


def crypt64(data):
    number, text = int.from_bytes(data, "little"), ""
    for _ in range((len(data) * 8 + 5) // 6):
        text += ITOA64[number & 63]
        number >>= 6
    return text


def phpass64(data):
    return "".join(crypt64(data[i : i + 3]) for i in range(0, len(data), 3))


def phpass(ident, algorithm, log_rounds, length):
    def make(password):
        salt = crypt64(os.urandom(6))
        state = hashlib.new(algorithm, salt.encode() + password).digest()
        for _ in range(2**log_rounds):
            state = hashlib.new(algorithm, state + password).digest()
        return f"${ident}${ITOA64[log_rounds]}{salt}{phpass64(state)}"[:length]

    return make


def openssl(kind, *more):
    def make(password):
        command = ["openssl", "passwd", kind, *more, "-stdin"]
        return subprocess.run(command, input=password, capture_output=True, check=True).stdout.decode().strip()

    return make


def firebase(password):
    salt, separator = os.urandom(10), b"\x07"
    key = scrypt(password, salt + separator, 2**14, 8, 1, 32)
    command = ["openssl", "enc", "-aes-256-ctr", "-K", key.hex(), "-iv", "00" * 16]
    digest = subprocess.run(command, input=SIGNER_KEY, capture_output=True, check=True).stdout
    return f"$fbscrypt$v=1,n=14,r=8,p=1,ss={b64(separator)},sk={b64(SIGNER_KEY)}${b64(salt)}${b64(digest)}"


def better_auth(password):
    salt = os.urandom(16).hex()
    return salt + ":" + scrypt(password, salt.encode(), 16384, 16, 1, 64).hex()


def aspnet_v3(password):
    salt = os.urandom(16)
    return b64(struct.pack(">BIII", 1, 2, 10000, 16) + salt + pbkdf2("sha512", password, salt, 10000, 32))


def aspnet_v2(password):
    salt = os.urandom(16)
    return b64(b"\0" + salt + pbkdf2("sha1", password, salt, 1000, 32))


def passlib(name, algorithm):
    def make(password):
        salt = os.urandom(16)
        return f"$pbkdf2{name}$2000${ab64(salt)}${ab64(pbkdf2(algorithm, password, salt, 2000))}"

    return make


def keycloak(password):
    salt = os.urandom(16)
    return f"$pbkdf2-sha256$i=27500,l=64${b64(salt)}${b64(pbkdf2('sha256', password, salt, 27500, 64))}"


def django(algorithm):
    def make(password):
        salt = os.urandom(9).hex()
        return f"pbkdf2_{algorithm}$2000${salt}${b64(pbkdf2(algorithm, password, salt.encode(), 2000))}"

    return make


def django_scrypt(password):
    salt = os.urandom(9).hex()
    return f"scrypt$4096${salt}$8$5${b64(scrypt(password, salt.encode(), 4096, 8, 5, 64))}"


def phc_scrypt(password):
    salt = os.urandom(16)
    return f"$scrypt$ln=12,r=8,p=1${bare(salt)}${bare(scrypt(password, salt, 4096, 8, 1, 32))}"


def ldap(scheme, algorithm, size):
    def make(password):
        salt = os.urandom(size)
        return "{" + scheme + "}" + b64(hashlib.new(algorithm, password + salt).digest() + salt)

    return make


def django_digest(algorithm):
    def make(password):
        salt = os.urandom(4).hex()
        return f"{algorithm}${salt}${hashlib.new(algorithm, salt.encode() + password).hexdigest()}"

    return make


def kratos(password):
    salt = os.urandom(8)
    digest = hashlib.sha256(b"<" + salt + b"|" + password + b">" + salt).digest()
    return f"$sha256$pf={b64(b'<{SALT}|{PASSWORD}>{SALT}')}${b64(salt)}${b64(digest)}"


FORMATS = {
    "PBKDF2-SHA1, Passlib": passlib("", "sha1"),
    "PBKDF2-SHA256, Passlib": passlib("-sha256", "sha256"),
    "PBKDF2-SHA512, Passlib": passlib("-sha512", "sha512"),
    "PBKDF2, Keycloak": keycloak,
    "PBKDF2-SHA256, Django": django("sha256"),
    "PBKDF2-SHA1, Django": django("sha1"),
    "ASP.NET v2": aspnet_v2,
    "ASP.NET v3": aspnet_v3,
    "scrypt, PHC": phc_scrypt,
    "scrypt, Django": django_scrypt,
    "scrypt, Better Auth": better_auth,
    "scrypt, Firebase": firebase,
    "SHA256-crypt": openssl("-5"),
    "SHA512-crypt": openssl("-6"),
    "PHPass $P$": phpass("P", "md5", 11, None),
    "PHPass $H$": phpass("H", "md5", 10, None),
    "PHPass $S$": phpass("S", "sha512", 10, 55),
    "{MD5}": ldap("MD5", "md5", 0),
    "{SSHA}": ldap("SSHA", "sha1", 8),
    "{SHA256}": ldap("SHA256", "sha256", 0),
    "{SSHA512}": ldap("SSHA512", "sha512", 16),
    "md5$": django_digest("md5"),
    "sha1$": django_digest("sha1"),
    "sha512$": django_digest("sha512"),
    "$sha256$": kratos,
}

if sys.argv[1:] == ["--list"]:
    print(json.dumps(list(FORMATS)))
else:
    print(json.dumps([FORMATS[name](password.encode()) for name, password in json.load(sys.stdin)]))
