#!/usr/bin/env python3
"""Checks .evidence packages by docs/evidence-format.md alone, with Python's standard library and openssl (3 or later).

usage: verify_evidence.py [--signing-key BASE64] [--log-key BASE64] [--sm2-key BASE64] [--roots PEM] [PACKAGE...]

A package is the file that was handed out, or the folder it was unpacked to; none: the folder in which this lies.
Without keys and roots it believes those in the package. It opens no chunk: of check 10 it sees what the manifest says;
payments and policies (8) and the store's lock (12) are not in a package. Exit code: the highest of all packages; 64 when
the call is not understood, 70 when it could not be carried out.
"""
import base64, hashlib, json, pathlib, re, subprocess, sys, tempfile, time, zipfile
from datetime import datetime

EXIT_CODES = {"intact": 0, "intact-with-gaps": 1, "altered": 2, "incomplete": 3, "erased-by-rule": 4}
NOTE = re.compile(r"(([^\x00-\x1f]+)\n(0|[1-9][0-9]*)\n(.+)\n(?:[^\x00-\x1f]+\n)*)\n((?:— [^\x00-\x1f\s+]+ \S+\n)+)")
PEM = re.compile(rb"\s*(-----BEGIN CERTIFICATE-----\s[0-9A-Za-z+/=\s]+-----END CERTIFICATE-----\s*)+")
OF_FILE_MANAGERS = re.compile(r"(^|/)(\.|Thumbs\.db$|desktop\.ini$)")
NEVER = float("inf")
HEADER = "v trace kind tab seq receivedAt events firstAt lastAt dataSha256 prev table build flags view values"
MANIFEST = ("format trace addendum previous sealedAt chain chunks gaps flags order holder product builds tables pages "
            "documents consents server clock keys retention recorder")
# By which mark a note knows a kind of key; what stands before such a key in DER, and what else openssl has to be told.
ED25519, SM2 = b"\1", b"\xffsm2-sm3"
KINDS = {ED25519: ("302a300506032b6570032100", ""),
         SM2: ("3059301306072a8648ce3d020106082a811ccf5501822d034200", "-digest sm3 -pkeyopt distid:1234567812345678")}


class Record(dict):
    """An object of JSON, its members as attributes."""
    __getattr__ = dict.__getitem__


def need(fine):
    """Whatever is not so, or cannot be read, is not what was sealed: altered."""
    if not fine:
        raise ValueError("it does not fit")


def earliest(times):
    return min((one for one in times if one is not None), default=NEVER)


def sha(data):
    return hashlib.sha256(data).digest()


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def read(data, members=None, hashed=True):
    """JSON of integers alone, canonical where it is hashed, with exactly these members where they are named."""
    value = json.loads(data.decode(), object_hook=Record, parse_float=int, parse_constant=int)
    need(not hashed or canonical(value) == data)
    need(members is None or set(value) == set(members.split()))
    return value


def unhex(text):
    need(re.fullmatch("[0-9a-f]{64}", text))
    return bytes.fromhex(text)


def unbase64(text):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text)
    return data


def openssl(command, **files):
    """Runs openssl where these files lie under their names."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            pathlib.Path(folder, name).write_bytes(content)
        return subprocess.run(["openssl", *command.split()], cwd=folder, capture_output=True)


def signed(key, message, signature, kind=ED25519):
    start, more = KINDS[kind]
    command = f"pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in message -sigfile signature {more}"
    return openssl(command, key=bytes.fromhex(start) + key, message=message, signature=signature).returncode == 0


def climb(node, index, last, path):
    """Root of the tree in which this node stands at `index` of a row that ends at `last`, and of the tree that ended
    with this node (RFC 9162, 2.1.3.2 and 2.1.4.2)."""
    now = then = node
    for sibling in map(unhex, path):
        need(last > 0)
        if index % 2 == 1 or index == last:
            now, then = sha(b"\1" + sibling + now), sha(b"\1" + sibling + then)
            while index % 2 == 0:
                index, last = index // 2, last // 2
        else:
            now = sha(b"\1" + now + sibling)
        index, last = index // 2, last // 2
    need(last == 0)
    return now, then


def root_of(data, index, size, path):
    """Root of the tree of this size in which data stands at its place."""
    need(0 <= index < size)
    return climb(sha(b"\0" + data), index, size - 1, path)[0]


def need_beginning(first, root_then, second, root_now, path):
    """The tree of `first` leaves is the beginning of that of `second`."""
    if first in (0, second):
        return need(not path and root_then == (root_now if first else sha(b"")))
    whole = first & -first  # leaves of the first tree's last whole subtree; no proof repeats the root where that is all
    node, *path = [root_then.hex(), *path] if whole == first else path
    need(climb(unhex(node), (first - 1) // whole, (second - 1) // whole, path) == (root_now, root_then))


def split_object(data):
    """Chunks and manifest of an object, which stand in it without a gap."""
    end = len(data) - 11 - int.from_bytes(data[-11:-7], "big")
    need(end >= 7 and data[:7] == data[-7:] == b"HMREC1\n")
    footer, parts, at = read(data[end:-11], "chunks manifest"), [], 7
    for offset, size in [*footer.chunks, footer.manifest]:
        need(offset == at)
        at += size
        parts.append(data[offset:at])
    need(at == end)
    return parts[:-1], parts[-1]


class Package:
    """One package. What is altered ends its check, at what `at` names; `missing` names what is incomplete."""

    def __init__(self, keys):
        self.keys, self.at, self.missing, self.manifests, self.size, self.erased = keys, "package", [], [], None, None

    def verdict(self, files):
        self.files = files
        self.info = self.json("evidence.json", "format trace addenda exportedAt masked origin logKey signingKey order")
        need(self.info.format == "huimin-evidence/1" and 0 <= self.info.addenda <= 1000)
        of_log = [self.log, self.stamps, self.registered] if "checkpoint" in files else []
        for check in (self.checkpoint, self.objects, self.sequence, *of_log, self.sale, self.clocks):
            self.at = check.__doc__
            check()
        if self.erased:
            return "erased-by-rule"
        return "incomplete" if self.missing else "intact-with-gaps" if self.gaps else "intact"

    def want(self, there):
        """Whatever is not there, or not as the rules ask, is incomplete."""
        self.missing += [] if there else [self.at]

    def file(self, name):
        self.at = name
        self.want(name in self.files)
        return self.files.get(name)

    def json(self, name, members):
        content = self.file(name)
        return content and read(content, members, hashed=False)

    def every(self, name):
        return [one for manifest in self.manifests for one in manifest[name]]

    def checkpoint(self):
        """6: the checkpoint is signed"""
        self.changes = []  # from which entry on one key follows another; `log` looks whether the log has them so
        for one in read(self.files.get("signers.json", b"[]"), hashed=False):
            entry = read(unbase64(one.entry))
            self.changes.append((one.index, unbase64(entry.previous), unbase64(entry.key)))
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
        text, origin, size, root, lines = NOTE.fullmatch(content.decode()).groups()
        lines = [(signer, unbase64(blob)) for signer, blob in re.findall(r"— (\S+) (\S+)\n", lines)]
        need(origin == self.info.origin and all(len(blob) > 4 for _, blob in lines))
        own, first = [], self.key_at(int(size) - 1, "--log-key", "logKey")
        for kind, key in ((ED25519, first), (SM2, self.keys.get("--sm2-key", b""))):
            known = (origin, sha(origin.encode() + b"\n" + kind + key)[:4])
            own += [signed(key, text.encode(), blob[4:], kind) for signer, blob in lines if (signer, blob[:4]) == known]
            need(own and all(own))
        return int(size), unbase64(root)

    def entry(self, logged):
        """What an entry says that stands in the tree of the checkpoint."""
        data = unbase64(logged.entry)
        need(root_of(data, logged.index, self.size, logged.path) == self.root)
        return read(data)

    def logged(self, name, kind=None):
        """The entries of a file by their places, all of one kind where it has but one."""
        self.at, listed = name, read(self.files.get(name, b"[]"), hashed=False)
        need(all(set(one) == {"index", "entry", "path"} for one in listed))
        entries = {one.index: self.entry(one) for one in listed}
        need(all(kind in (None, entry.type) for entry in entries.values()))
        return entries

    def objects(self):
        """1, 2, 4, 5: recording and addenda come apart, are signed and in the log, each names the one before"""
        digests = {-1: None}
        for number in range(self.info.addenda + 1):
            name, chunks = f"recording-{number}.rec", None
            data = self.files.get(f"manifest-{number}.json")
            if self.file(name) is not None:
                chunks, data = split_object(self.files[name])
            if data is None:
                continue
            self.at, manifest, digests[number] = f"{name}#manifest", read(data, MANIFEST), sha(data).hex()
            need((manifest.format, manifest.trace, manifest.addendum) == (self.info.format, self.info.trace, number))
            need(manifest.previous == digests.get(number - 1, manifest.previous))
            if chunks is not None:
                self.chain(name, chunks, manifest)
            manifest.update(place=self.place(number, digests[number]))
            self.manifests.append(manifest)

    def chain(self, name, chunks, manifest):
        """1, 2: the chunks are those of the manifest, in their order, and say of themselves what it says"""
        need(manifest.chain.count == len(manifest.chunks) == len(chunks))
        chain, before = sha(f"huimin-chain-v1\n{manifest.trace}\n".encode() + manifest.addendum.to_bytes(4, "big")), ()
        for index, (chunk, said) in enumerate(zip(chunks, manifest.chunks)):
            self.at, place = f"{name}#chunk-{index}", (said.receivedAt, said.tab, said.seq)
            need((sha(chunk).hex(), len(chunk)) == (said.sha256, said.length) and before <= place)
            chain, before, end = sha(chain + sha(chunk)), place, 4 + int.from_bytes(chunk[:4], "big")
            header = read(chunk[4:end], HEADER)
            need(end + header.view.length + header["values"].length == len(chunk))
            need(header.trace == manifest.trace and all(header[of] == said[of] for of in header.keys() & said.keys()))
            said.update(header)
        need(chain.hex() == manifest.chain.head)

    def place(self, number, digest):
        """Where the log has the entry of a manifest, which says who signed it."""
        proof = self.json(f"proof-{number}.json", "entry index size path signature")
        if proof is None:
            return NEVER
        key = self.key_at(proof.index, "--signing-key", "signingKey")
        need(signed(key, b"huimin-manifest-v1\n" + bytes.fromhex(digest), unbase64(proof.signature)))
        said = {"trace": self.info.trace, "addendum": number, "sha256": digest, "signature": proof.signature}
        if self.size is not None:
            need(proof.size == self.size and self.entry(proof) == {"type": "manifest", **said})
        return proof.index

    def sequence(self):
        """3: in each tab the batches run on, each from the one before, but for gaps that are declared"""
        declared, tabs = self.every("gaps"), {}
        for one in self.every("chunks"):
            tabs.setdefault(one.tab, {}).setdefault(one.seq, []).append(one)
        for tab, batches in tabs.items():
            hashes, expected = ["0" * 64], 0
            for seq, same in sorted(batches.items()):
                fine = seq == expected and all(one.get("prev", "") in ("", *hashes) for one in same)
                first, last = min(seq, expected), max(seq - 1, expected)
                need(fine or any(gap.tab == tab and gap.fromSeq <= first and last <= gap.toSeq for gap in declared))
                hashes, expected = [one.get("dataSha256") for one in same], seq + 1
        self.gaps = [gap for gap in declared if gap.why != "missing" or any(
            seq not in tabs.get(gap.tab, {}) for seq in range(gap.fromSeq, gap.toSeq + 1))]

    def log(self):
        """5, 6: whatever is said to stand in the log does, and every chunk in what was captured"""
        for one in self.logged("signers.json", "key").values():
            key, previous = unbase64(one.key), unbase64(one.previous)
            need(signed(previous, b"huimin-key-v1\n" + key, unbase64(one.signature)))
        self.erased = self.logged("erased.json", "erased")
        need(all(one.trace == self.info.trace for one in self.erased.values()))
        captures = self.logged("captures.json", "capture")
        for one in self.every("chunks"):
            place, entry = one.capture, captures.get(one.capture.entry)
            self.want(entry)
            if entry:
                root = root_of(unhex(one.sha256), place.index, entry.count, place.path)
                need(root.hex() == entry.root)

    def valid(self, when, reply, data, pem):
        """Whether a time stamp over data holds, its certificates looked at on that day."""
        command = f"ts -verify -in reply -data data -CAfile roots -untrusted pem -check_ss_sig -attime {int(when)}"
        return openssl(command, reply=reply, data=data, roots=self.keys.get("--roots", pem), pem=pem).returncode == 0

    def stamps(self):
        """7: within an hour after a manifest was sealed an authority stamped a log with it, and that still proves it"""
        stamps, proving = [], []
        names = {name.rpartition(".")[0] for name in self.files if name.startswith(("stamps/", "archives/"))}
        for name in names:
            size, over, of = 0, [], "json"
            if name.startswith("stamps/"):
                of, (size, root) = "checkpoint", self.note(self.file(f"{name}.checkpoint"))
                way = self.json(f"{name}.json", "consistency").consistency
                need_beginning(size, root, self.size, self.root, way)
            else:
                over = read(self.file(f"{name}.json"), "format day stamps").stamps
            files = [self.file(f"{name}.{end}") for end in ("tsr", of, "pem")]
            need(PEM.fullmatch(files[2]))
            text = openssl("ts -reply -in reply -text", reply=files[0]).stdout.decode(errors="replace")
            time_told = "".join(re.search(r"Time stamp: (\w+ +\d+ [\d:]+)(?:\.\d+)?( \d+) GMT", text).groups())
            when = datetime.strptime(f"{time_told} +0000", "%b %d %H:%M:%S %Y %z").timestamp()
            need(self.valid(when, *files))
            digest = hashlib.sha512(b"".join(hashlib.sha512(one).digest() for one in files)).hexdigest()
            stamps.append((when, files, digest, size, over))
        # Its certificates are valid today, or it is in an archive made while they were that proves something itself.
        for when, files, digest, size, over in sorted(stamps, reverse=True):
            later = [made for made, _, of in proving if digest in of]
            if any(self.valid(moment, *files) for moment in (time.time(), *later)):
                proving.append((when, size, over))
        for manifest in self.manifests:
            after = [when * 1000 - manifest.sealedAt for when, size, _ in proving if size > manifest.place]
            need(all(one >= -300_000 for one in after))
            self.want(any(one <= 3_900_000 for one in after))

    def registered(self):
        """9: what was shown had been registered before, and the files are those that entries and names say"""
        entries, shown = self.logged("registered.json"), []
        hashes = {name: name[len("assets/"):] for name in self.files if name.startswith("assets/")}
        hashes.update({f"tables/{table}.json": table for table in self.every("tables")})
        for build in self.every("builds"):
            entered = earliest(page.enteredAt for page in self.every("pages") if page.build == build)
            shown.append((entered, f"builds/{build}.json", {"type": "build", "build": build}))
        for one in self.every("documents"):
            named = {"type": "document", "id": one.id, "version": one.version, "sha256": one.sha256}
            shown.append((one.openedAt, f"documents/{one.sha256}", named))
        for since, name, named in shown:
            index, entry = next((one for one in entries.items() if named.items() <= one[1].items()), (-1, None))
            self.want(entry)
            told = [one for one in self.every("chunks") if one.kind == "client" and one.lastAt >= since]
            need(index < earliest(one.capture.entry for one in told or self.manifests[0].chunks))
            hashes.update({name: entry.sha256} if entry else {})
        for name, digest in hashes.items():
            content = self.file(name)
            need(content is None or sha(content).hex() == digest)

    def sale(self):
        """8, 10: the order is what was sealed; documents shown to their end, then consent, then order, then payment"""
        for manifest in self.manifests:
            own = sorted((one.sha256, one.firstAt) for one in manifest.chunks if one.kind == "server")
            need(own == sorted((one.sha256, one.at) for one in manifest.server))
        order, said = self.info.order, [manifest.order for manifest in self.manifests if manifest.order][-1:]
        if order and len(self.manifests) > self.info.addenda:
            need([{"orderNo": order.orderNo, "digest": sha(canonical(order)).hex()}] == said)
        if not said:
            return
        self.want(order and "unrecorded" not in self.manifests[0].flags)
        own, ends = {one.id: one for one in order.documents} if order else {}, []
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
            self.want(manifest.sealedAt >= max([sealed, *(one.receivedAt for one in manifest.chunks)]))
            sealed = manifest.sealedAt
            for one in sorted(manifest.chunks, key=lambda said: said.seq):
                if one.kind == "client" and not {"conflict", "plain"} & set(one.flags):
                    self.want(last.get(one.tab, 0) - 1_000 <= one.firstAt <= one.lastAt)
                    last[one.tab] = max(last.get(one.tab, 0), one.lastAt)
        offsets = [manifest.clock.offsetMs for manifest in self.manifests if manifest.clock]
        self.want(offsets and abs(offsets[0]) < 5_000)


def files_of(path):
    """The files of a package, as it was handed out or unpacked since, without what file managers add."""
    if path.is_dir():
        paths = {one.relative_to(path).as_posix(): one for one in path.rglob("*") if one.is_file()}
        return {name: one.read_bytes() for name, one in paths.items() if not OF_FILE_MANAGERS.search(name)}
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def main(args):
    keys, worst, here = {}, 0, pathlib.Path(__file__).resolve().parent
    while len(args) > 1 and args[0] in ("--signing-key", "--log-key", "--sm2-key", "--roots"):
        name, value, *args = args
        keys[name] = pathlib.Path(value).read_bytes() if name == "--roots" else unbase64(value)
    paths = [pathlib.Path(arg) for arg in args] or [here] * (here / "evidence.json").is_file()
    if not paths or not all(path.exists() for path in paths):
        print(__doc__, file=sys.stderr)
        return 64
    if not re.match(b"OpenSSL [3-9]", openssl("version").stdout):
        raise OSError("openssl 3 or later is needed")
    for path in paths:
        package = Package(keys)
        try:
            word = package.verdict(files_of(path))
        except (OSError, MemoryError):  # openssl or the disk, not the package
            raise
        except Exception as error:
            word, package.missing = "altered", [f"{package.at}: {error!r}"]
        print(f"{path}: VERDICT {word}", *package.missing[:1], flush=True)
        worst = max(worst, EXIT_CODES[word])
    return worst


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
    except Exception as error:  # Python's own code for it, 1, is a verdict
        code = print(f"could not be checked: {error!r}", file=sys.stderr) or 70
    sys.exit(code)
