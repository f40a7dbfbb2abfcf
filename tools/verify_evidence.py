#!/usr/bin/env python3
"""Checks .evidence packages by docs/evidence-format.md alone, with Python's standard library and openssl (3 or later).

usage: verify_evidence.py [--signing-key BASE64] [--log-key BASE64] [--sm2-key BASE64] [--roots PEM] [PACKAGE...]

A package is the file that was handed out, or the folder it was unpacked to; none: the folder in which this lies.
Without keys and roots it believes those in the package. It opens no chunk: of check 10 it sees what the manifest says;
payments and policies (8) and the store's lock (12) are not in a package. Exit code: the highest of all packages; 64 when
the call is not understood, 70 when it could not be carried out.
"""
import base64, collections, functools, hashlib, json, pathlib, re, struct, subprocess, sys, tempfile, time, zlib
from datetime import datetime

EXIT_CODES = {"intact": 0, "intact-with-gaps": 1, "altered": 2, "incomplete": 3, "erased-by-rule": 4}
NOTE = re.compile(r"(([^\x00-\x1f]+)\n(0|[1-9][0-9]*)\n(.+)\n(?:[^\x00-\x1f]+\n)*)\n((?:— [^\x00-\x1f\s\ufeff+]+ \S+\n)+)")
PEM = re.compile(rb"-----BEGIN CERTIFICATE-----\s+([0-9A-Za-z+/=\s]+)-----END CERTIFICATE-----")
STAMP_TIME = re.compile(rb"([0-9]{14})(?:\.([0-9]*[1-9]))?Z")
OF_OBJECT = re.compile("recording-([0-9]+)\\.rec|(?:manifest|proof)-([0-9]+)\\.json")
BY_HASH = re.compile("(?:assets|documents)/(.*)|tables/(.*)\\.json")
OF_FILE_MANAGERS = re.compile(r"(^|/)(\.|Thumbs\.db$|desktop\.ini$)")
NEVER = float("inf")
# By which mark a note knows a kind of key; what stands before such a key in DER, and what else openssl has to be told.
ED25519, SM2 = b"\1", b"\xffsm2-sm3"
KINDS = {ED25519: ("302a300506032b6570032100", ""),
         SM2: ("3059301306072a8648ce3d020106082a811ccf5501822d034200", "-digest sm3 -pkeyopt distid:1234567812345678")}
# Hashes that a stamp may be signed over, each with the signatures (RSA, ECDSA) that name it; RSA may leave that to the hash.
SHA256, SHA384, SHA512 = "608648016503040201", "608648016503040202", "608648016503040203"
SIGNED_BY = {SHA256: ("2a864886f70d01010b", "2a8648ce3d040302"), SHA384: ("2a864886f70d01010c", "2a8648ce3d040303"),
             SHA512: ("2a864886f70d01010d", "2a8648ce3d040304")}
# From who stamps to the root, six certificates at most.
CHAIN = "-verify_depth 4"
RSA, NAME_CONSTRAINTS = "2a864886f70d010101", bytes.fromhex("0603551d1e")

# Forms, as `fits` reads them.
N, WORD, HASH, SOME_HASH, TRACE, TAB = range(2**53), 128, "[0-9a-f]{64}", "([0-9a-f]{64})?", "[0-9A-Za-z_-]{8,64}", "[0-9A-Za-z_-]{1,36}"
KEY, SIGNATURE = "[0-9A-Za-z+/]{42}[AEIMQUYcgkosw048]=", "[0-9A-Za-z+/]{85}[AQgw]=="
SERVER = "bound|order-saved|payment-asked|payment-result|policies-issued|refunded|insured-asked|insured-answered"
PART = {"length": N, "nonce": "([0-9A-Za-z+/]{16})?"}
FLAG = "conflict|final|late|plain|unsigned-in"
CHUNK = {"kind": "client|server", "tab": TAB, "seq": N, "receivedAt": N, "events": N, "firstAt": N, "lastAt": N}
HEADER = {**CHUNK, "v": range(1, 2), "trace": TRACE, "dataSha256": HASH, "prev": SOME_HASH, "table": SOME_HASH,
          "build": WORD, "flags": [FLAG, 5], "view": PART, "values": PART}
DOCUMENT = {"id": WORD, "version": N, "sha256": HASH}
MANIFEST = {
    "format": "huimin-evidence/1", "trace": TRACE, "addendum": N, "previous": (None, HASH), "sealedAt": N,
    "chain": {"count": N, "head": HASH},
    "chunks": [{**CHUNK, "sha256": HASH, "length": N, "flags": [FLAG + "|unrecorded", 6],
                "capture": {"entry": N, "index": N, "path": [HASH, 64]}}, 20_000],
    "gaps": [{"tab": TAB, "fromSeq": N, "toSeq": N, "from": N, "to": N, "why": 200}, 100_000],
    "flags": [FLAG + "|unrecorded", 6], "order": (None, {"orderNo": WORD, "digest": HASH}), "holder": (None, HASH),
    "product": 64, "builds": [WORD, 1_000], "tables": [HASH, 1_000],
    "pages": [{"route": WORD, "enteredAt": N, "leftAt": (None, N), "build": WORD}, 100_000],
    "documents": [{**DOCUMENT, "openedAt": N, "bottomAt": (None, N), "closedAt": (None, N), "dwellMs": N}, 100_000],
    "consents": [{"id": WORD, "textSha256": SOME_HASH, "checked": bool, "at": N}, 100_000],
    "server": [{"what": SERVER, "at": N, "sha256": HASH}, 100_000],
    "clock": (None, {"offsetMs": range(1 - 2**53, 2**53), "rttMs": N}), "keys": {"kek": WORD},
    "retention": {"class": WORD, "until": N}, "recorder": WORD}
ABOUT = {"trace": TRACE, "by": WORD, "reason": 500, "at": N}
ENTRIES = (
    {"type": "build", "build": WORD, "sha256": HASH}, {"type": "document", "edition": WORD, **DOCUMENT},
    {"type": "capture", "server": WORD, "segment": WORD, "from": N, "count": N, "root": HASH},
    {"type": "manifest", "trace": TRACE, "addendum": N, "sha256": HASH, "signature": SIGNATURE},
    {"type": "unmask|export", **ABOUT, "approver": WORD}, {"type": "hold|release", **ABOUT},
    {"type": "retention", "trace": TRACE, "until": N, "rule": WORD},
    {"type": "erased", "trace": TRACE, "rule": WORD, "at": N},
    {"type": "key", "key": KEY, "previous": KEY, "signature": SIGNATURE, "at": N})
ORDER = {"orderNo": WORD, "edition": WORD, "plan": WORD, "insuredCount": N, "premiumFen": N, "savedAt": N,
         "documents": [DOCUMENT, 100]}
INFO = {"format": "huimin-evidence/1", "trace": TRACE, "addenda": range(1_001), "exportedAt": N, "masked": bool,
        "origin": "[^\\s\ufeff+]{1,200}", "logKey": KEY, "signingKey": KEY, "order": (None, ORDER)}
PLACE = {"index": N, "entry": "[0-9A-Za-z+/=]{0,90000}", "path": [HASH, 64]}
PROOF = {**PLACE, "size": N, "signature": SIGNATURE}
LOGGED = [PLACE, 20_000]
KEYS = ({"view": KEY}, {"view": KEY, "values": KEY})
ARCHIVE = {"format": "huimin-archive/1", "day": 10, "stamps": ["[0-9a-f]{128}", 10_000]}
PLACES = [[range(2**32), 2], 20_000]


class Altered(Exception):
    """It is not what was sealed."""


class Record(dict):
    """An object of JSON, its members as attributes."""
    __getattr__ = dict.__getitem__


def need(fine, why="is not what was sealed"):
    """Whatever is not so is altered."""
    if not fine:
        raise Altered(why)


def fits(value, form):
    """Whether JSON has a form: a tuple of them is for one of these, a list for so many at most of one, an object for these
    members alone, a range for numbers, a number for the most UTF-16 units of a text, a text for the pattern of one."""
    if isinstance(form, tuple):
        return any(fits(value, one) for one in form)
    if isinstance(form, list):
        return isinstance(value, list) and len(value) <= form[1] and all(fits(one, form[0]) for one in value)
    if isinstance(form, dict):
        return isinstance(value, dict) and value.keys() == form.keys() and all(fits(value[of], form[of]) for of in form)
    if isinstance(form, range):
        return type(value) is int and value in form
    if isinstance(form, int):
        return isinstance(value, str) and len(value.encode("utf-16-le")) <= 2 * form
    if isinstance(form, str):
        return isinstance(value, str) and re.fullmatch(form, value)
    return value is None if form is None else type(value) is form


def earliest(times):
    return min((one for one in times if one is not None), default=NEVER)


def sha(data):
    return hashlib.sha256(data).digest()


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def whole(text):
    number = float(text)
    need(number.is_integer(), "has a number that is not whole")
    return int(number)


def record(members):
    value = Record(members)
    need(len(value) == len(members), "has a member twice")
    return value


def read(data, form, hashed=True):
    """JSON of this form, canonical where it is hashed."""
    need(len(data) <= 2**26, "is too long")
    value = json.loads(data.decode(), object_pairs_hook=record, parse_float=whole, parse_constant=whole)
    need(fits(value, form), "has another form")
    need(not hashed or canonical(value) == data, "is not canonical")
    return value


def unbase64(text):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text, "has bits to spare in its base64")
    return data


def pem(certificate):
    """A certificate in lines as openssl reads them."""
    return b"-----BEGIN CERTIFICATE-----\n" + base64.encodebytes(certificate) + b"-----END CERTIFICATE-----\n"


@functools.lru_cache(1_000)
def openssl(command, **files):
    """Runs openssl where these files lie under their names: whether all was well, and what it said."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            pathlib.Path(folder, name).write_bytes(content)
        ran = subprocess.run(["openssl", *command.split()], cwd=folder, capture_output=True)
        return ran.returncode == 0, ran.stdout.decode(errors="replace")


def signed(key, message, signature, kind=ED25519):
    start, more = KINDS[kind]
    command = f"pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in message -sigfile signature {more}"
    return openssl(command, key=bytes.fromhex(start) + key, message=message, signature=signature)[0]


Der = collections.namedtuple("Der", "tag content bytes parts")


def der(data, deep=1):
    """The values that stand here one behind the other, in the one way in which DER writes them, and what is within them."""
    values, at = [], 0
    while at < len(data):
        start, length = at + 2, data[at + 1]
        if length > 0x7F:
            start += length - 0x80
            length = int.from_bytes(data[at + 2:start], "big")
            need(start < at + 6 and length >= max(0x80, 256 ** (start - at - 3)), "is no DER")
        content, all_of_it = data[start:start + length], data[at:start + length]
        need(len(content) == length and data[at] & 0x1F < 0x1F and deep <= 64, "is no DER")
        values.append(Der(data[at], content, all_of_it, der(content, deep + 1) if data[at] & 0x20 else []))
        at = start + length
    return values


def algorithm(value):
    """The object identifier of an algorithm, which has no parameters or none to speak of."""
    need([one.bytes for one in value.parts[1:]] in ([], [b"\5\0"]), "has parameters of an algorithm")
    return value.parts[0].content.hex()


def read_certificate(data):
    """Serial number, issuer, subject and key of a certificate."""
    (certificate,) = der(data)
    fields = certificate.parts[0].parts
    serial, _, issuer, _, subject, key, *_ = fields[1:] if fields[0].tag == 0xA0 else fields
    return serial.bytes, issuer.bytes, subject.bytes, key.bytes


def read_stamp(reply, imprinted_by):
    """Time (in milliseconds), signer (issuer and serial number) and certificates of a time stamp (RFC 3161, RFC 5652).
    Whether it holds openssl says; here is what openssl passes over: more than one way to write the same, other hashes."""
    need(len(reply) <= 2**18, "is too long for a time stamp")
    (answer,) = der(reply)
    status, token = answer.parts
    (signed,) = token.parts[1].parts
    version, hashes, content, *more, signers = signed.parts
    (hashed,), (signer,) = hashes.parts, signers.parts
    number, name, hashed_by, attributes, signed_by, *_ = signer.parts
    (info,) = der(content.parts[1].parts[0].content)
    _, _, imprint, _, made, *_ = info.parts
    need((status.parts[0].bytes, version.bytes, number.bytes) == (b"\2\1\0", b"\2\1\3", b"\2\1\1"), "was not granted")
    need(algorithm(imprint.parts[0]) == imprinted_by, "is over another hash")
    need(algorithm(hashed) == algorithm(hashed_by), "is signed over another hash")
    need(algorithm(signed_by) in (RSA, *SIGNED_BY.get(algorithm(hashed_by), ())), "is signed in another way")
    need([one.tag for one in more] in ([], [0xA0], [0xA1], [0xA0, 0xA1]), "has other parts")
    need(all(a.bytes < b.bytes for a, b in zip(attributes.parts, attributes.parts[1:])), "has attributes in another order")
    need(all([part.tag for part in one.parts] == [6, 0x31] for one in attributes.parts), "has another attribute")
    told = STAMP_TIME.fullmatch(made.content)
    need(told, "tells the time in another way")
    when = datetime.strptime(told[1].decode() + "+0000", "%Y%m%d%H%M%S%z").timestamp()
    when = int(when) * 1_000 + int(((told[2] or b"") + b"000")[:3])
    sent = [one.bytes for part in more if part.tag == 0xA0 for one in part.parts]
    return when, [one.bytes for one in name.parts], sent


def climb(node, index, last, path):
    """Root of the tree in which this node stands at `index` of a row that ends at `last`, and of the tree that ended
    with this node (RFC 9162, 2.1.3.2 and 2.1.4.2)."""
    now = then = node
    for sibling in map(bytes.fromhex, path):
        need(last > 0, "has a path that is too long")
        if index % 2 == 1 or index == last:
            now, then = sha(b"\1" + sibling + now), sha(b"\1" + sibling + then)
            while index % 2 == 0:
                index, last = index // 2, last // 2
        else:
            now = sha(b"\1" + now + sibling)
        index, last = index // 2, last // 2
    need(last == 0, "has a path that is too short")
    return now, then


def root_of(data, index, size, path):
    """Root of the tree of this size in which data stands at its place."""
    need(index < size, "has a place beyond the tree")
    return climb(sha(b"\0" + data), index, size - 1, path)[0]


def need_beginning(first, root_then, second, root_now, path):
    """The tree of `first` leaves is the beginning of that of `second`."""
    why = "is not the beginning of the log"
    if first in (0, second):
        return need(not path and root_then == (root_now if first else sha(b"")), why)
    subtree = first & -first  # leaves of the first tree's last whole subtree; no proof repeats the root where that is all
    node, *path = [root_then.hex(), *path] if subtree == first else path
    need(first < second, why)
    need(climb(bytes.fromhex(node), (first - 1) // subtree, (second - 1) // subtree, path) == (root_now, root_then), why)


def split_object(data):
    """Chunks and manifest of an object, which stand in it without a gap."""
    end = len(data) - 11 - int.from_bytes(data[-11:-7], "big")
    need(end >= 7 and data[:7] == data[-7:] == b"HMREC1\n", "has no frame")
    need(len(data) - end <= 2**20 + 11, "has no frame")
    footer, parts, at = read(data[end:-11], {"chunks": PLACES, "manifest": PLACES[0]}), [], 7
    for offset, size in [*footer.chunks, footer.manifest]:
        need(offset == at, "has a gap")
        at += size
        parts.append(data[offset:at])
    need(at == end, "has a gap")
    return parts[:-1], parts[-1]


def unzip(data):
    """Files of a package, as section 9 has them: what its directory names, nothing twice, nothing over something else."""
    files, folders, entries, before, end = [], [], [], 0, len(data) - 22
    mark, disks, here, count, size, start, comment = struct.unpack("<IIHHIIH", data[max(end, 0):])
    need((mark, disks, here, start + size, comment) == (0x06054B50, 0, count, end, 0) and count <= 20_000, "is no ZIP")
    at = start
    while at < end:
        mark, flags, method, crc, packed, unpacked, *more, offset = struct.unpack_from("<I4xHH4xIIIHHH8xI", data, at)
        need(mark == 0x02014B50, "has a directory that cannot be read")
        name, extra = data[at + 46:at + 46 + more[0]], data[at + 46 + more[0]:at + 46 + more[0] + more[1]]
        need(not other_name(extra), "has a file of two names")
        entries.append((offset, name, flags, method, crc, packed, unpacked))
        at += 46 + sum(more)
    need(at == end and len(entries) == count and sum(one[-1] for one in entries) <= 2**30, "holds more than it says")
    for offset, name, flags, method, crc, packed, unpacked in sorted(entries):
        mark, told, of_file, *sums, length, more = struct.unpack_from("<I2xHH4xIIIHH", data, offset)
        at, named = offset + 30 + length + more, data[offset + 30:offset + 30 + length]
        need((mark, of_file, named, flags & 1) == (0x04034B50, method, name, 0), "is no ZIP")
        need(sums == [crc, packed, unpacked] or told & 8, "says otherwise before a file")
        # Behind a file may stand its lengths again, which is too little for another file.
        need(before <= offset <= before + 24 and not other_name(data[at - more:at]), "is no ZIP")
        before, content = at + packed, data[at:at + packed]
        if method == 8:
            unpacking = zlib.decompressobj(-15)
            content = unpacking.decompress(content, unpacked + 1)
            need(unpacking.eof and not unpacking.unused_data, "does not unpack")
        need(method in (0, 8) and before <= start, "is no ZIP")
        need((len(content), zlib.crc32(content)) == (unpacked, crc), "does not unpack")
        if name[-1:] == b"/" and not unpacked:
            folders.append(name[:-1].decode("latin-1"))
        else:
            files.append((name.decode("latin-1"), content))
    need(start <= before + 24, "is no ZIP")
    return by_name(files, folders)


def other_name(extra):
    """Whether extra fields hold another name, by which some programs unpack a file."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 0x7075:
            return True
        at += 4 + length
    return False


def by_name(files, folders=()):
    """The files of a package. Some systems call two names one that differ in their case, or leave out points at the end."""
    for name in [*folders, *(name for name, _ in files)]:
        fine = all(re.fullmatch("[0-9A-Za-z_-]([0-9A-Za-z._-]*[0-9A-Za-z_-])?", part) for part in name.split("/"))
        need(fine and len(name) <= 200, "has a file of another name")
    need(len({name.lower() for name, _ in files}) == len(files), "has a file twice")
    return dict(files)


class Package:
    """One package. What is altered ends its check, at what `at` names; `missing` names what is incomplete."""

    def __init__(self, keys):
        self.keys, self.check, self.at, self.missing = keys, "section 9: a ZIP of files", "package", []
        self.manifests, self.changes, self.size, self.erased = [], [], None, None

    def verdict(self, files):
        self.files, self.json = files, {}
        of_log = [self.log, self.stamps, self.registered] if "checkpoint" in files else []
        for check in (self.forms, self.checkpoint, self.objects, self.sequence, *of_log, self.sale, self.clocks):
            self.check = check.__doc__
            check()
        if self.erased:
            return "erased-by-rule"
        return "incomplete" if self.missing else "intact-with-gaps" if self.gaps else "intact"

    def told(self, why):
        return f"{self.at} {why} ({self.check})"

    def want(self, there):
        """Whatever is not there, or not as the rules ask, is incomplete."""
        self.missing += [] if there else [self.told("is not there, or not as the rules ask")]

    def file(self, name):
        self.at = name
        self.want(name in self.files)
        return self.files.get(name)

    def every(self, name):
        return [one for manifest in self.manifests for one in manifest[name]]

    def forms(self):
        """section 9: files as they have to be"""
        def look(name, form):
            self.at = name
            if name in self.files:
                self.json[name] = read(self.files[name], form, hashed=False)
            return self.json.get(name)

        self.info = look("evidence.json", INFO)
        need(self.info, "is not there")
        need(fits(self.info.origin, 200), "has another form")
        for name in ("captures.json", "registered.json", "erased.json", "signers.json"):
            for one in look(name, LOGGED) or []:
                one.update(entry=unbase64(one.entry))
        for number in range(self.info.addenda + 1):
            proof = look(f"proof-{number}.json", PROOF)
            if proof:
                proof.update(entry=unbase64(proof.entry), signature=unbase64(proof.signature))
        for self.at in self.files:
            found = OF_OBJECT.fullmatch(self.at)
            number = found and (found[1] or found[2])
            need(not found or number in map(str, range(self.info.addenda + 1)), "is of no addendum")
            beside = self.at == f"manifest-{number}.json" and f"recording-{number}.rec" in self.files
            need(not beside, "stands beside the object that holds it")
        look("keys.json", KEYS)
        self.stamped = {"stamps": set(), "archives": set()}
        for folder, ends in (("stamps", "tsr checkpoint json pem"), ("archives", "tsr json pem")):
            for self.at in [name for name in self.files if name.startswith(f"{folder}/")]:
                need(re.fullmatch(rf"\w+/[\w-]+\.({ends.replace(' ', '|')})", self.at, re.A), "is no part of a stamp")
                self.stamped[folder].add(self.at.rpartition(".")[0])
            for name in self.stamped[folder]:
                need(all(f"{name}.{end}" in self.files for end in ends.split()), "is not all of a stamp")
        for name in self.stamped["stamps"]:
            look(f"{name}.json", {"consistency": [HASH, 128]})

    def checkpoint(self):
        """6: the checkpoint is signed"""
        for one in self.json.get("signers.json", []):
            self.at = f"signers.json#{one.index}"
            entry = read(one.entry, ENTRIES)
            need(entry.type == "key", "changes no key")
            key, previous = unbase64(entry.key), unbase64(entry.previous)
            need(signed(previous, b"huimin-key-v1\n" + key, unbase64(entry.signature)), "is not signed by the key before")
            self.changes.append((one.index, previous, key))
        note = self.file("checkpoint")
        if note is not None:
            self.size, self.root = self.note(note)

    def key_at(self, index, option, member):
        """Which key signs at a place of the log, where one of those before or after it is known."""
        key = self.keys.get(option) or unbase64(self.info[member])
        for _, previous, following in sorted(self.changes):
            key = following if previous == key else key
        for place, previous, following in sorted(self.changes, reverse=True):
            key = previous if place > index and following == key else key
        return key

    def note(self, content):
        """Size and root of a checkpoint that the log signed; lines of keys that nobody knows are left alone."""
        found = len(content) <= 65_536 and NOTE.fullmatch(content.decode())
        need(found, "is no checkpoint")
        text, origin, size, root, lines = found.groups()
        size, lines = int(size), [(signer, unbase64(blob)) for signer, blob in re.findall(r"— (\S+) (\S+)\n", lines)]
        need(size in N and len(lines) <= 100 and all(len(blob) > 4 for _, blob in lines), "is no checkpoint")
        need(origin == self.info.origin, "is of another log")
        own, keys = [], [(ED25519, self.key_at(size - 1, "--log-key", "logKey")), (SM2, self.keys.get("--sm2-key"))]
        for kind, key in keys:
            known = key and (origin, sha(origin.encode() + b"\n" + kind + key)[:4])
            own += [signed(key, text.encode(), blob[4:], kind) for signer, blob in lines if (signer, blob[:4]) == known]
            need(own and all(own), "is not signed")
        root = unbase64(root)
        need(len(root) == 32 and (size or root == sha(b"")), "is no checkpoint")
        return size, root

    def entry(self, logged):
        """What an entry says that stands in the tree of the checkpoint."""
        need(root_of(logged.entry, logged.index, self.size, logged.path) == self.root, "does not stand in the log")
        need(len(logged.entry) <= 65_535, "is too long for an entry")
        return read(logged.entry, ENTRIES)

    def logged(self, name, kind=None):
        """The entries of a file by their places, all of one kind where it has but one."""
        entries = {}
        for one in self.json.get(name, []):
            self.at = f"{name}#{one.index}"
            entries[one.index] = self.entry(one)
            need(kind in (None, entries[one.index].type), "is an entry of another kind")
        self.at = name
        return entries

    def objects(self):
        """1, 2, 4, 5: recording and addenda come apart, are signed and in the log, each names the one before"""
        digests, count = {-1: None}, 0
        for number in range(self.info.addenda + 1):
            name, chunks, digest = f"recording-{number}.rec", None, None
            data = self.files.get(f"manifest-{number}.json")
            if self.file(name) is not None:
                chunks, data = split_object(self.files[name])
            if data is not None:
                self.at, digest = f"{name}#manifest", sha(data).hex()
                need(len(data) <= 2**25, "is too long")
                manifest, digests[number] = read(data, MANIFEST), digest
                need((manifest.trace, manifest.addendum) == (self.info.trace, number), "is of another recording")
                need(manifest.previous == digests.get(number - 1, manifest.previous), "goes on from another")
                need((manifest.previous is None) == (number == 0), "goes on from another")
                need(manifest.chain.count == len(manifest.chunks), "counts otherwise")
                if chunks is not None:
                    count += len(chunks)
                    self.chain(name, chunks, manifest)
                self.manifests.append(manifest)
            place = self.place(number, digest)
            if digest:
                manifest.update(place=place)
        self.at = "recording-0.rec"
        self.want(count > 0)

    def chain(self, name, chunks, manifest):
        """1, 2: the chunks are those of the manifest, in their order, and say of themselves what it says"""
        need(len(manifest.chunks) == len(chunks), "counts otherwise")
        chain, before = sha(f"huimin-chain-v1\n{manifest.trace}\n".encode() + manifest.addendum.to_bytes(4, "big")), ()
        for index, (chunk, said) in enumerate(zip(chunks, manifest.chunks)):
            self.at, place = f"{name}#chunk-{index}", (said.receivedAt, said.tab, said.seq)
            need((sha(chunk).hex(), len(chunk)) == (said.sha256, said.length))
            need(before <= place, "stands in another order")
            chain, before, end = sha(chain + sha(chunk)), place, 4 + int.from_bytes(chunk[:4], "big")
            need(end <= 4_100 and len(chunk) <= 2**24, "is too long")
            header = read(chunk[4:end], HEADER)
            for part in (header.view, header["values"]):
                need(part.length > 16 if part.nonce else part.length == 0, "has a part that is none")
            need(end + header.view.length + header["values"].length == len(chunk), "has another length")
            need(header.flags == sorted(set(header.flags)), "has flags in another order")
            need(header.trace == manifest.trace and all(header[of] == said[of] for of in [*CHUNK, "flags"]), "says otherwise")
            said.update(header)
        self.at = f"{name}#chain"
        need(chain.hex() == manifest.chain.head)

    def place(self, number, digest):
        """Where the log has the entry of a manifest, which says who signed it."""
        self.at = f"proof-{number}.json"
        proof = self.json.get(self.at)
        self.want(proof)
        if not proof:
            return NEVER
        if digest:
            key = self.key_at(proof.index, "--signing-key", "signingKey")
            need(signed(key, b"huimin-manifest-v1\n" + bytes.fromhex(digest), proof.signature), "is not signed")
        if self.size is not None:
            entry, signature = self.entry(proof), base64.b64encode(proof.signature).decode()
            said = {"trace": self.info.trace, "addendum": number, "signature": signature}
            need(proof.size == self.size, "is of another tree")
            need(entry.type == "manifest" and said.items() <= entry.items(), "has an entry that says otherwise")
            need(digest in (None, entry.sha256), "has the entry of another manifest")
        return proof.index

    def sequence(self):
        """3: in each tab the batches run on, each from the one before, but for gaps that are declared"""
        declared, tabs = self.every("gaps"), {}
        for one in self.every("chunks"):
            tabs.setdefault(one.tab, {}).setdefault(one.seq, []).append(one)
        for tab, batches in tabs.items():
            hashes, expected = ["0" * 64], 0
            own = [seq for seq, same in batches.items() if any("unsigned-in" not in one.flags for one in same)]
            for seq, same in sorted(one for one in batches.items() if one[0] <= max(own, default=-1)):
                self.at = f"{tab}#{seq}"
                fine = seq == expected and all(one.get("prev", "") in ("", *hashes) for one in same)
                first, last = min(seq, expected), max(seq - 1, expected)
                covered = any(gap.tab == tab and gap.fromSeq <= first and last <= gap.toSeq for gap in declared)
                need(fine or covered, "does not go on from the batch before")
                hashes, expected = [one.get("dataSha256") for one in same], seq + 1
        self.gaps = [gap for gap in declared if gap.why != "missing" or any(
            seq not in tabs.get(gap.tab, {}) for seq in range(gap.fromSeq, gap.toSeq + 1))]

    def log(self):
        """5, 6: whatever is said to stand in the log does, and every chunk in what was captured"""
        self.logged("signers.json")
        self.erased = self.logged("erased.json", "erased")
        need(all(one.trace == self.info.trace for one in self.erased.values()), "is of another recording")
        captures = self.logged("captures.json", "capture")
        for one in self.every("chunks"):
            self.at, place = f"captures.json#{one.capture.entry}", one.capture
            entry = captures.get(place.entry)
            self.want(entry)
            if entry:
                root = root_of(bytes.fromhex(one.sha256), place.index, entry.count, place.path)
                need(root.hex() == entry.root, "captured something else")

    def valid(self, when, reply, data, certificates):
        """Whether a time stamp over data holds, its certificates looked at in that second."""
        # Whom the call names as a root is one, whoever signed it; of what came along only who signed itself.
        trust = "-partial_chain" if "--roots" in self.keys else ""
        command = f"ts -verify -in reply -data data -CAfile roots -untrusted pem -check_ss_sig {trust} {CHAIN}"
        command += f" -attime {when // 1_000}"
        known = b"".join(map(pem, certificates))
        return openssl(command, reply=reply, data=data, roots=self.keys.get("--roots", known), pem=known)[0]

    def certificates(self, when, certificates):
        """What came along with a stamp are certificates, each leads to a root, no two have one name and not one key."""
        need(len(certificates) <= 100, "has too many certificates")
        keys, own, others = {}, [], []
        for one in certificates:
            _, issuer, subject, key = read_certificate(one)
            need(keys.setdefault(subject, key) == key, "has two keys of one name")
            need(NAME_CONSTRAINTS not in one, "has constraints on names")
            (own if issuer == subject else others).append(pem(one))
        # Who signed itself is a root for itself, and that signature holds.
        roots = b"\n".join([self.keys.get("--roots", b""), *own])
        for trust, known, looked_at in (("-check_ss_sig", b"".join(own), own), ("-partial_chain", roots, others)):
            files = {f"c{number}": one for number, one in enumerate(looked_at)}
            command = f"verify {trust} {CHAIN} -attime {when // 1_000} -CAfile roots -untrusted all {' '.join(files)}"
            fine = not files or openssl(command, roots=known, all=b"".join(own + others), **files)[0]
            need(fine, "has a certificate that does not hold")

    def stamps(self):
        """7: within an hour after a manifest was sealed an authority stamped a log with it, and that still proves it"""
        stamps, proving = [], []
        for name in sorted(self.stamped["stamps"] | self.stamped["archives"]):
            size, over, of, imprinted_by = 0, [], "json", SHA512
            if name in self.stamped["stamps"]:
                self.at, of, imprinted_by = f"{name}.checkpoint", "checkpoint", SHA256
                size, root = self.note(self.files[self.at])
                need_beginning(size, root, self.size, self.root, self.json[f"{name}.json"].consistency)
            else:
                self.at = f"{name}.json"
                over = read(self.files[self.at], ARCHIVE).stamps
            self.at, files = f"{name}.pem", [self.files[f"{name}.{end}"] for end in ("tsr", of, "pem")]
            need(not PEM.sub(b"", files[2]).strip(), "holds something else than certificates")
            added = [unbase64(b"".join(body.split()).decode()) for body in PEM.findall(files[2])]
            need(added, "holds no certificate")
            self.at = f"{name}.tsr"
            when, (issuer, serial), sent = read_stamp(files[0], imprinted_by)
            named = [(one[1], one[0]) for one in map(read_certificate, [*sent, *added])]
            need((issuer, serial) in named, "came without the certificate of its signer")
            self.certificates(when, [*sent, *added])
            proof = (*files[:2], tuple(added))
            need(self.valid(when, *proof), "is no time stamp over this")
            digest = hashlib.sha512(b"".join(hashlib.sha512(one).digest() for one in files)).hexdigest()
            stamps.append((when, proof, digest, size, over))
        # Its certificates are valid today, or it is in an archive made while they were that proves something itself.
        for when, proof, digest, size, over in sorted(stamps, reverse=True):
            later = [made for made, _, of in proving if digest in of and made > when]
            if any(self.valid(moment, *proof) for moment in (int(time.time() * 1_000), *later)):
                proving.append((when, size, over))
        for manifest in self.manifests:
            self.at = f"stamp of addendum {manifest.addendum}"
            after = [when - manifest.sealedAt for when, size, _ in proving if size > manifest.place]
            need(all(one >= -300_000 for one in after), "was made before it was sealed")
            self.want(any(one <= 3_900_000 for one in after))

    def registered(self):
        """9: what was shown had been registered before, and the files are those that entries and names say"""
        entries, shown = self.logged("registered.json"), []
        hashes = {name: found[1] or found[2] for name in self.files for found in [BY_HASH.fullmatch(name)] if found}
        hashes.update({f"tables/{table}.json": table for table in self.every("tables")})
        for build in self.every("builds"):
            entered = earliest(page.enteredAt for page in self.every("pages") if page.build == build)
            shown.append((entered, f"builds/{build}.json", {"type": "build", "build": build}))
        readings = {}
        for one in self.every("documents"):
            readings.setdefault(tuple(one[name] for name in DOCUMENT), []).append(one.openedAt)
            hashes[f"documents/{one.sha256}"] = one.sha256
        for named, opened in readings.items():
            named = {"type": "document", **dict(zip(DOCUMENT, named))}
            shown.append((min(opened), f"documents/{named['sha256']}", named))
        for since, self.at, named in shown:
            index, entry = next((one for one in entries.items() if named.items() <= one[1].items()), (-1, None))
            self.want(entry)
            told = [one for one in self.every("chunks") if one.kind == "client" and one.lastAt >= since]
            first = earliest(one.capture.entry for one in told or self.manifests[0].chunks)
            need(index < first, "was registered after it was shown")
            hashes.update({self.at: entry.sha256} if entry else {})
        for name, digest in hashes.items():
            content = self.file(name)
            need(content is None or sha(content).hex() == digest, "has another content")

    def sale(self):
        """8, 10: the order is what was sealed; documents shown to their end, then consent, then order, then payment"""
        for manifest in self.manifests:
            self.at = f"recording-{manifest.addendum}.rec#manifest"
            own = sorted((one.sha256, one.firstAt) for one in manifest.chunks if one.kind == "server")
            need(own == sorted((one.sha256, one.at) for one in manifest.server), "names other events of the server")
        self.at = "evidence.json#order"
        order, said = self.info.order, [manifest.order for manifest in self.manifests if manifest.order][-1:]
        if order and len(self.manifests) > self.info.addenda:
            need([{"orderNo": order.orderNo, "digest": sha(canonical(order)).hex()}] == said)
        if not said:
            return
        self.want(order and "unrecorded" not in self.manifests[0].flags)
        own, ends = {one.id: one for one in reversed(order.documents)} if order else {}, []
        for name in ("health-notice", "insurance-notice", "clauses", "exclusions"):
            wanted = own.get(name, {"id": name}).items()
            ends.append(earliest(one.bottomAt for one in self.every("documents") if wanted <= one.items()))
        saved = earliest(one.at for one in self.every("server") if one.what == "order-saved")
        paid = earliest(one.at for one in self.every("server") if one.what == "payment-result")
        offset = next((manifest.clock.offsetMs for manifest in self.manifests if manifest.clock), 0)
        agreed = [one.at for one in self.every("consents") if one.checked and one.at + offset <= saved + 2_000]
        self.want(max(agreed, default=-1) >= max(ends) and saved <= paid and saved != NEVER)

    def clocks(self):
        """11: sealed after it came; no clock ran backwards, and the phone's is near the server's"""
        sealed, last = 0, {}
        for manifest in self.manifests:
            self.at = f"recording-{manifest.addendum}.rec#manifest"
            self.want(manifest.sealedAt >= max([sealed, *(one.receivedAt for one in manifest.chunks)]))
            sealed = manifest.sealedAt
            for one in sorted(manifest.chunks, key=lambda said: said.seq):
                if one.kind == "client" and not {"conflict", "plain", "unsigned-in"} & set(one.flags):
                    self.want(last.get(one.tab, 0) - 1_000 <= one.firstAt <= one.lastAt)
                    last[one.tab] = max(last.get(one.tab, 0), one.lastAt)
        offsets = [manifest.clock.offsetMs for manifest in self.manifests if manifest.clock]
        self.want(offsets and abs(offsets[0]) < 5_000)


def files_of(path):
    """The files of a package, as it was handed out or unpacked since, without what file managers add."""
    if not path.is_dir():
        return unzip(path.read_bytes())
    found = [(one.relative_to(path).as_posix(), one) for one in path.rglob("*")]
    found = [(name, one) for name, one in found if not OF_FILE_MANAGERS.search(name) and (one.is_symlink() or not one.is_dir())]
    need(all(one.is_file() and not one.is_symlink() for _, one in found), "has what is no file")
    return by_name([(name, one.read_bytes()) for name, one in found])


def key_of(text, length):
    """A key as it was given in the call; none where it is no key."""
    try:
        key = unbase64(text)
    except (ValueError, Altered):
        return None
    return key if len(key) == length else None


def main(args):
    sys.stdout.reconfigure(errors="backslashreplace")
    keys, worst, here = {}, 0, pathlib.Path(__file__).resolve().parent
    lengths = {"--signing-key": 32, "--log-key": 32, "--sm2-key": 65, "--roots": None}
    while len(args) > 1 and args[0] in lengths:
        name, value, *args = args
        keys[name] = pathlib.Path(value).read_bytes() if name == "--roots" else key_of(value, lengths[name])
    paths = [pathlib.Path(arg) for arg in args] or [here] * (here / "evidence.json").is_file()
    if None in keys.values() or not paths or not all(path.exists() for path in paths):
        print(__doc__, file=sys.stderr)
        return 64
    if not re.match("OpenSSL [3-9]", openssl("version")[1]):
        raise OSError("openssl 3 or later is needed")
    for path in paths:
        package = Package(keys)
        try:
            word = package.verdict(files_of(path))
            why = package.missing[:1] if word == "incomplete" else []
        except (OSError, MemoryError):  # openssl or the disk, not the package
            raise
        except Altered as error:
            word, why = "altered", [package.told(error)]
        except Exception as error:
            word, why = "altered", [package.told(f"cannot be read: {error!r}")]
        print(f"{path}: VERDICT {word}", *why, flush=True)
        worst = max(worst, EXIT_CODES[word])
    return worst


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
    except Exception as error:  # Python's own code for it, 1, is a verdict
        code = print(f"could not be checked: {error!r}", file=sys.stderr) or 70
    sys.exit(code)
