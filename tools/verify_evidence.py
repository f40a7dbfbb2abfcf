#!/usr/bin/env python3
"""Checks .evidence packages by docs/evidence-format.md alone, with Python's standard library and openssl (3 or later).

usage: verify_evidence.py [--signing-key BASE64] [--log-key BASE64] [--sm2-key BASE64] [--roots PEM] [PACKAGE...]

A package is the file that was handed out, or the folder it was unpacked to; none: the unpacked one in which this program lies.

Without keys and roots it believes those in the package. It opens no chunk: of check 10 it sees what the manifest says; rows
of payments and policies (8) and the store's lock (12) are not in a package. Exit code: the highest of all packages; 64 when
the call is not understood, 70 when it could not be carried out.
"""
import base64, hashlib, json, os, pathlib, re, struct, subprocess, sys, tempfile, time, zipfile
from datetime import datetime

WORDS = {"intact": 0, "intact-with-gaps": 1, "altered": 2, "incomplete": 3, "erased-by-rule": 4}
DOCUMENTS = ("health-notice", "insurance-notice", "clauses", "exclusions")
NOT_OF_A_PACKAGE = re.compile(r"(^|/)(__MACOSX/|__pycache__/|\._|(\.DS_Store|Thumbs\.db|desktop\.ini|[^/]*\.(evidence|zip))$)")
MAGIC, NEVER = b"HMREC1\n", float("inf")
ED25519, SM2 = "302a300506032b6570032100", "3059301306072a8648ce3d020106082a811ccf5501822d034200"


def need(fine):
    """Whatever is not so, or cannot be read, is not what was sealed: altered."""
    if not fine:
        raise ValueError("it does not fit")


def sha(data):
    return hashlib.sha256(data).digest()


def whole(text):
    need(re.fullmatch(r"-?\d{1,16}", text) and abs(int(text)) < 2**53)
    return int(text)


def members(value, names):
    need(isinstance(value, dict) and set(value) == set(names.split()))
    return value


def read(data, names=None):
    """JSON of whole numbers; with exactly these members, where they are named."""
    value = json.loads(data.decode(), parse_int=whole, parse_float=whole, parse_constant=whole)
    return members(value, names) if names else value


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def read_canonical(data, names=None):
    value = read(data, names)
    need(canonical(value) == data)
    return value


def unhex(text):
    need(re.fullmatch("[0-9a-f]{64}", text))
    return bytes.fromhex(text)


def unbase64(text, length=None):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text and length in (None, len(data)))
    return data


def openssl(*args, **files):
    """Runs openssl; {name} in an argument stands for a file of that content."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in files}
        for name, content in files.items():
            with open(paths[name], "wb") as out:
                out.write(content)
        return subprocess.run(["openssl", *(arg.format(**paths) for arg in args)], capture_output=True)


def signed(key, message, signature, kind=ED25519):
    more = () if kind == ED25519 else ("-digest", "sm3", "-pkeyopt", "distid:1234567812345678")
    return openssl("pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "{key}", "-rawin", "-in", "{message}", "-sigfile",
                   "{sig}", *more, key=bytes.fromhex(kind) + key, message=message, sig=signature).returncode == 0


def valid_at(when, reply, data, pem, roots):
    """Whether a time stamp over data holds, its certificates looked at on that day."""
    ran = openssl("ts", "-verify", "-in", "{reply}", "-data", "{data}", "-CAfile", "{roots}", "-untrusted", "{pem}",
                  "-attime", str(int(when)), reply=reply, data=data, roots=roots or pem, pem=pem)
    return b"Verification: OK" in ran.stdout + ran.stderr


def fork(size):
    """How many leaves are left of where a tree divides: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1


def inclusion(leaf, index, size, path):
    """Root of the tree of that size in which the leaf stands at its place (RFC 6962, 2.1.1)."""
    if size == 1:
        need(not path)
        return leaf
    left, sibling = fork(size), path[-1]
    if index < left:
        return sha(b"\1" + inclusion(leaf, index, left, path[:-1]) + sibling)
    return sha(b"\1" + sibling + inclusion(leaf, index - left, size - left, path[:-1]))


def consistency(first, second, proof, known):
    """Roots of two trees, one the beginning of the other (RFC 6962, 2.1.2); `known` is the first one's, which no proof repeats."""
    if first == second:
        need(len(proof) == (known is None))
        return (known or proof[0],) * 2
    left, part = fork(second), proof[-1]
    if first <= left:
        before, after = consistency(first, left, proof[:-1], known)
        return before, sha(b"\1" + after + part)
    before, after = consistency(first - left, second - left, proof[:-1], None)
    return sha(b"\1" + part + before), sha(b"\1" + part + after)


def root_of(data, index, size, path):
    """Root of the tree of that size in which data stands at its place."""
    need(0 <= index < size)
    return inclusion(sha(b"\0" + data), index, size, [unhex(one) for one in path])


def consistent(first, second, first_root, second_root, proof):
    if first == 0:
        return not proof and first_root == sha(b"")
    return first <= second and consistency(first, second, proof, first_root) == (first_root, second_root)


def split_object(data):
    """The chunks and the manifest."""
    need(len(data) >= 18 and data[:7] == MAGIC == data[-7:])
    end, parts, at = len(data) - 11 - struct.unpack(">I", data[-11:-7])[0], [], 7
    need(end >= 7)
    footer = read_canonical(data[end:-11], "chunks manifest")
    for offset, size in [*footer["chunks"], footer["manifest"]]:
        need(offset == at and size >= 0)
        at += size
        parts.append(data[offset:at])
    need(at == end)
    return parts[:-1], parts[-1]


class Package:
    """One package and what is found in it. Altered ends the check; `missing` is what is incomplete; `at` is what is looked at."""

    def __init__(self, files, keys):
        self.files, self.at, self.missing, self.gaps, self.manifests, self.indexes, self.headers = files, "", [], [], [], [], []
        info = read(self.file("evidence.json"), "format trace addenda exportedAt masked origin logKey signingKey order")
        need(info["format"] == "huimin-evidence/1" and 0 <= info["addenda"] <= 1000)
        self.trace, self.order, self.origin, self.addenda = info["trace"], info["order"], info["origin"], info["addenda"]
        self.signing_key = keys.get("signing") or unbase64(info["signingKey"], 32)
        self.log_key = keys.get("log") or unbase64(info["logKey"], 32)
        self.sm2_key, self.roots = keys.get("sm2"), keys.get("roots")

    def file(self, name):
        self.at = name
        need(name in self.files)
        return self.files[name]

    def incomplete(self, where, fine=False):
        self.missing += [] if fine else [where]

    def every(self, name):
        return [one for manifest in self.manifests for one in manifest[name]]

    def check(self):
        self.changes = self.key_changes()
        self.size, self.root = self.note("checkpoint") if "checkpoint" in self.files else (None, None)  # 6
        self.incomplete("checkpoint", self.size is not None)
        captures, registered, erased, _ = (self.logged(f"{of}.json") for of in ("captures", "registered", "erased", "signers"))
        need(all(one.get("trace", self.trace) == self.trace for one in erased.values()))
        self.erased = any(one.get("type") == "erased" for one in erased.values())
        before = None
        for number in range(self.addenda + 1):
            before = self.recording(number, before, captures)
        if self.manifests:
            self.stamps()
            self.sequence()
            self.registered(registered)
            self.sale()
            self.clocks()

    def key_changes(self):
        """Which key followed which, and from which entry on."""
        changes, self.at = [], "signers.json"
        for one in read(self.files.get("signers.json", b"[]")):
            entry = read(unbase64(one["entry"]), "type key previous signature at")
            key, previous = unbase64(entry["key"], 32), unbase64(entry["previous"], 32)
            need(signed(previous, b"huimin-key-v1\n" + key, unbase64(entry["signature"], 64)))
            changes.append((one["index"], previous, key))
        return sorted(changes)

    def key_at(self, key, index):
        """Which key signs at a place of the log, where one of those before or after it is known."""
        for _, previous, following in self.changes:
            key = following if previous == key else key
        for place, previous, following in reversed(self.changes):
            key = previous if place > index and following == key else key
        return key

    def note(self, name):
        """Size and root of a checkpoint that the log signed."""
        text, _, lines = self.file(name).decode().rpartition("\n\n")
        origin, size, root, *more = (text + "\n").split("\n")
        need(origin == self.origin and re.fullmatch("0|[1-9][0-9]*", size) and more[-1:] == [""] and "" not in more[:-1])
        need(lines.endswith("\n") and not re.search("[\x00-\x09\x0b-\x1f]", text + lines))
        message, key, own = text.encode() + b"\n", self.key_at(self.log_key, int(size) - 1), False
        identity = sha(origin.encode() + b"\n\x01" + key)[:4]
        second = self.sm2_key and sha(origin.encode() + b"\n\xffsm2-sm3" + self.sm2_key)[:4]
        for line in lines[:-1].split("\n"):
            signer, blob = re.fullmatch(r"— ([^\s+]+) (\S+)", line).groups()
            blob = unbase64(blob)
            need(len(blob) >= 5)
            if (signer, blob[:4]) == (origin, identity):
                need(signed(key, message, blob[4:]))
                own = True
            elif (signer, blob[:4]) == (origin, second):
                need(signed(self.sm2_key, message, blob[4:], SM2))
        need(own)
        return int(size), unbase64(root, 32)

    def entry(self, logged):
        """What an entry says, which must stand in the tree of the checkpoint."""
        data = unbase64(logged["entry"])
        need(root_of(data, logged["index"], self.size, logged["path"]) == self.root)
        return read_canonical(data)

    def logged(self, name):
        self.at = name
        listed = [members(one, "index entry path") for one in read(self.files.get(name, b"[]"))]
        return {one["index"]: self.entry(one) for one in listed if self.size is not None}

    def recording(self, number, before, captures):
        """The recording or one of its addenda; answers its manifest's hash."""
        name, proof_name, chunks = f"recording-{number}.rec", f"proof-{number}.json", None
        data = self.files.get(f"manifest-{number}.json")
        if name in self.files:  # 1
            chunks, data = split_object(self.file(name))
        self.incomplete(name, chunks is not None or self.erased)
        self.incomplete(proof_name, proof_name in self.files)
        index, digest = NEVER, data and sha(data)
        if proof_name in self.files:  # 4, 5
            proof = read(self.file(proof_name), "entry index size path signature")
            index, signature = proof["index"], unbase64(proof["signature"], 64)
            need(not digest or signed(self.key_at(self.signing_key, index), b"huimin-manifest-v1\n" + digest, signature))
            if self.size is not None:
                entry = self.entry(proof)
                need(proof["size"] == self.size and entry == {
                    "type": "manifest", "trace": self.trace, "addendum": number, "signature": proof["signature"],
                    "sha256": digest.hex() if digest else entry.get("sha256")})
        if data is None:
            return None
        self.at = f"{name}#manifest"
        manifest = read_canonical(data)
        self.manifests.append(manifest)
        self.indexes.append(index)
        need((manifest["trace"], manifest["addendum"]) == (self.trace, number))
        need((manifest["previous"] is None) == (number == 0) and before in (None, manifest["previous"]))
        if chunks is not None:
            self.chunks(name, chunks, manifest)
        for index, said in enumerate(manifest["chunks"] if self.size is not None else []):  # 5
            self.at, place = f"{name}#chunk-{index}", said["capture"]
            entry = captures.get(place["entry"])
            self.incomplete(f"captures.json#{place['entry']}", entry)
            need(not entry or root_of(unhex(said["sha256"]), place["index"], entry["count"], place["path"]).hex() == entry["root"])
        return digest.hex()

    def chunks(self, name, chunks, manifest):  # 1, 2, 8
        need(manifest["chain"]["count"] == len(manifest["chunks"]) == len(chunks))
        chain = sha(b"huimin-chain-v1\n" + self.trace.encode() + b"\n" + struct.pack(">I", manifest["addendum"]))
        before = (0, "", 0)
        for index, (chunk, said) in enumerate(zip(chunks, manifest["chunks"])):
            self.at, place = f"{name}#chunk-{index}", (said["receivedAt"], said["tab"], said["seq"])
            chain = sha(chain + sha(chunk))
            need(sha(chunk).hex() == said["sha256"] and len(chunk) == said["length"] and before <= place)
            before, end = place, 4 + struct.unpack(">I", chunk[:4])[0]
            need(end <= min(4100, len(chunk)))
            header = read_canonical(chunk[4:end])
            need(end + header["view"]["length"] + header["values"]["length"] == len(chunk))
            same = "kind tab seq receivedAt events firstAt lastAt flags".split()
            need(header["trace"] == self.trace and all(header[one] == said[one] for one in same))
            self.headers.append(header)
        self.at = f"{name}#manifest"
        need(chain.hex() == manifest["chain"]["head"])
        own = sorted((one["sha256"], one["firstAt"]) for one in manifest["chunks"] if one["kind"] == "server")
        need(own == sorted((one["sha256"], one["at"]) for one in manifest["server"]))

    def sequence(self):  # 3
        declared, tabs = self.every("gaps"), {}
        for one in self.headers or self.every("chunks"):
            tabs.setdefault(one["tab"], {}).setdefault(one["seq"], []).append(one)
        for tab, batches in tabs.items():
            hashes, expected = ["0" * 64], 0
            for seq in sorted(batches):
                self.at, first, last = f"{tab}#{seq}", min(seq, expected), max(seq - 1, expected)
                fine = seq == expected and all(one.get("prev", "") in ("", *hashes) for one in batches[seq])
                need(fine or any(one["tab"] == tab and one["fromSeq"] <= first and one["toSeq"] >= last for one in declared))
                hashes, expected = [one.get("dataSha256") for one in batches[seq]], seq + 1
        self.gaps = [gap for gap in declared if gap["why"] != "missing" or any(
            seq not in tabs.get(gap["tab"], {}) for seq in range(gap["fromSeq"], gap["toSeq"] + 1))]

    def stamp(self, name, reply, data, pem):
        """When a time stamp was made over data, and the digest by which archives name it."""
        self.at = name
        text = openssl("ts", "-reply", "-in", "{reply}", "-text", reply=reply).stdout.decode(errors="replace")
        day, fraction, year = re.search(r"Time stamp: (\w+ +\d+ [\d:]+)(\.\d+)? (\d+) GMT", text).groups()
        when = datetime.strptime(f"{day} {year} +0000", "%b %d %H:%M:%S %Y %z").timestamp()
        need(valid_at(when, reply, data, pem, self.roots))
        parts = b"".join(hashlib.sha512(part).digest() for part in (reply, data, pem))
        return when + float(fraction or 0), hashlib.sha512(parts).hexdigest()

    def proves(self, files, when, digest, archives):
        """Its certificates are valid today, or an archive was made over it while they were, and proves something itself."""
        return valid_at(time.time(), *files, self.roots) or any(
            digest in over and made > when and valid_at(made, *files, self.roots) and self.proves(others, made, own, archives)
            for others, made, own, over in archives)

    def parts(self, folder, *ends):
        """Name and files of whatever lies in a folder."""
        for name in sorted({name.rpartition(".")[0] for name in self.files if name.startswith(folder)}):
            yield name, [self.file(f"{name}.{end}") for end in ends]

    def stamps(self):  # 7
        stamps, archives = [], []
        for name, files in self.parts("archives/", "tsr", "json", "pem"):
            over = read_canonical(files[1], "format day stamps")["stamps"]
            archives.append((files, *self.stamp(name, *files), set(over)))
        for name, (reply, data, pem, way) in self.parts("stamps/", "tsr", "checkpoint", "pem", "json"):
            way = [unhex(one) for one in read(way, "consistency")["consistency"]]
            if self.size is not None:
                size, root = self.note(f"{name}.checkpoint")
                need(consistent(size, self.size, root, self.root, way))
                when, digest = self.stamp(name, reply, data, pem)
                if self.proves((reply, data, pem), when, digest, archives):
                    stamps.append((size, when * 1000))
        for manifest, index in zip(self.manifests, self.indexes):
            after = [at - manifest["sealedAt"] for size, at in stamps if size > index]
            need(all(one >= -300_000 for one in after))
            self.incomplete("stamps", any(one <= 3_900_000 for one in after))

    def began(self, shown):
        """The capture over the first chunk that can tell of what was shown at these times."""
        since = [one for one in self.every("chunks") if one["kind"] == "client" and one["lastAt"] >= min(shown, default=NEVER)]
        return min((one["capture"]["entry"] for one in since or self.manifests[0]["chunks"]), default=NEVER)

    def content(self, name, digest):
        self.incomplete(name, name in self.files)
        need(name not in self.files or sha(self.file(name)).hex() == digest)

    def registered(self, entries):  # 9
        def entry_of(where, shown, **wanted):
            self.at = where
            index, entry = next(((at, one) for at, one in entries.items() if wanted.items() <= one.items()), (-1, None))
            self.incomplete(where, entry)
            need(index < self.began(shown))
            return entry
        for build in self.every("builds") if self.size is not None else []:
            shown = [one["enteredAt"] for one in self.every("pages") if one["build"] == build]
            entry = entry_of(f"registered.json#build-{build}", shown, type="build", build=build)
            if entry:
                self.content(f"builds/{build}.json", entry["sha256"])
        for one in self.every("documents") if self.size is not None else []:
            wanted = {name: one[name] for name in ("id", "version", "sha256")}
            shown = [of["openedAt"] for of in self.every("documents") if wanted.items() <= of.items()]
            entry_of(f"registered.json#document-{one['id']}-{one['version']}", shown, type="document", **wanted)
            self.content(f"documents/{one['sha256']}", one["sha256"])
        for table in self.every("tables"):
            self.content(f"tables/{table}.json", table)
        for name in self.files:
            if name.startswith("assets/"):
                self.content(name, name[len("assets/"):])

    def sale(self):  # 8, 10
        said = [manifest["order"] for manifest in self.manifests if manifest["order"]]
        if len(self.manifests) <= self.addenda:
            return
        self.at = "evidence.json#order"
        need(said or self.order is None)
        if not said:
            return
        self.incomplete("evidence.json#order", self.order is not None)
        order = self.order or {"documents": []}
        if self.order is not None:
            members(order, "orderNo edition plan insuredCount premiumFen savedAt documents")
            need({"orderNo": order["orderNo"], "digest": sha(canonical(order)).hex()} == said[-1])
        self.incomplete("the recording", "unrecorded" not in self.manifests[0]["flags"])
        own, ends = {one["id"]: one for one in order["documents"]}, []
        for name in DOCUMENTS:
            ended = [one["bottomAt"] for one in self.every("documents") if one["id"] == name and one["bottomAt"] is not None
                     and all(own.get(name, one)[of] == one[of] for of in ("version", "sha256"))]
            self.incomplete(f"the end of {name}", ended)
            ends.append(min(ended, default=NEVER))
        saved, paid = (min((one["at"] for one in self.every("server") if one["what"] == what), default=NEVER)
                       for what in ("order-saved", "payment-result"))
        latest = saved + 2_000 - next((one["clock"]["offsetMs"] for one in self.manifests if one["clock"]), 0)
        agreed = any(one["checked"] and max(ends) <= one["at"] <= latest for one in self.every("consents"))
        self.incomplete("notice, consent, order, payment", agreed and saved <= paid and saved != NEVER)

    def clocks(self):  # 11
        sealed, last = 0, {}
        for manifest in self.manifests:
            fine = manifest["sealedAt"] >= max([sealed, *(one["receivedAt"] for one in manifest["chunks"][-1:])])
            sealed = manifest["sealedAt"]
            for one in sorted(manifest["chunks"], key=lambda said: said["seq"]):
                if one["kind"] == "client" and not {"conflict", "plain"} & set(one["flags"]):
                    before = last.get(one["tab"], 0)
                    fine = fine and before - 1_000 <= one["firstAt"] <= one["lastAt"]
                    last[one["tab"]] = max(before, one["lastAt"])
            self.incomplete("times that run forwards", fine)
        clock = next((manifest["clock"] for manifest in self.manifests if manifest["clock"]), None)
        self.incomplete("clock", clock and abs(clock["offsetMs"]) < 5_000)


def packed(path):
    """The files of a package as it was handed out."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def unpacked(folder):
    """The files of a package that was unpacked, without what file managers add, or the package itself when it lies there."""
    paths = {path.relative_to(folder).as_posix(): path for path in pathlib.Path(folder).rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in paths.items() if not NOT_OF_A_PACKAGE.search(name)}


def verify(path, keys):
    """The verdict's word, and what is altered or incomplete first."""
    package = None
    try:
        package = Package(unpacked(path) if os.path.isdir(path) else packed(path), keys)
        package.check()
    except (OSError, MemoryError):  # openssl or the disk, not the package
        raise
    except Exception as error:
        return "altered", package.at if package else f"package: {error!r}"
    if package.erased:
        return "erased-by-rule", ""
    return ("incomplete", package.missing[0]) if package.missing else ("intact-with-gaps" if package.gaps else "intact", "")


def main(args):
    keys, worst = {}, 0
    while len(args) > 1 and args[0] in ("--signing-key", "--log-key", "--sm2-key", "--roots"):
        name, value, *args = args
        keys[name[2:].split("-")[0]] = open(value, "rb").read() if name == "--roots" else base64.b64decode(value)
    # Within an unpacked package nothing need be said.
    own = os.path.dirname(os.path.abspath(__file__))
    if not args and os.path.isfile(os.path.join(own, "evidence.json")):
        args = [own]
    absent = [path for path in args if not os.path.exists(path)]
    if not args or absent:
        print("\n".join([f"no such file or folder: {path}" for path in absent] or [__doc__]), file=sys.stderr)
        return 64
    version = subprocess.run(["openssl", "version"], capture_output=True, text=True).stdout
    if not re.match("OpenSSL [3-9]", version):
        raise OSError(f"openssl 3 or later is needed, here is {version.strip()}")
    for path in args:
        word, where = verify(path, keys)
        print(f"{path}: VERDICT {word}{f' ({where})' if where else ''}", flush=True)
        worst = max(worst, WORDS[word])
    return worst


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
    except Exception as error:  # Python's own code for it, 1, is a verdict
        code = print(f"could not be checked: {error!r}", file=sys.stderr) or 70
    sys.exit(code)
