#!/usr/bin/env python3
"""Checks .evidence packages by docs/evidence-format.md alone, with Python's standard library and openssl (3 or later).

usage: verify_evidence.py [--signing-key BASE64] [--log-key BASE64] [--sm2-key BASE64] [--roots PEM] PACKAGE...

Without keys and roots it believes those in the package. It opens no chunk: of check 10 it sees what the manifest says; rows
of payments and policies (8) and the store's lock (12) are not in a package. Exit code: the highest of all packages.
"""
import base64, hashlib, json, os, re, struct, subprocess, sys, tempfile, time, zipfile
from datetime import datetime

WORDS = {"intact": 0, "intact-with-gaps": 1, "altered": 2, "incomplete": 3, "erased-by-rule": 4}
DOCUMENTS = ("health-notice", "insurance-notice", "clauses", "exclusions")
MAGIC = b"HMREC1\n"


class Altered(Exception):
    """What cannot be read is not what was sealed; args: where."""


def need(condition, where):
    if not condition:
        raise Altered(where)


def sha(data):
    return hashlib.sha256(data).digest()


def parse(data, where, names=None):
    def refuse(text):
        raise ValueError(text)
    def whole(text):
        return int(text) if abs(int(text)) < 2**53 else refuse(text)
    try:
        value = json.loads(data.decode("utf-8"), parse_float=refuse, parse_constant=refuse, parse_int=whole)
    except ValueError:
        raise Altered(where)
    return members(value, names, where) if names else value


def members(value, names, where):
    need(isinstance(value, dict) and set(value) == set(names.split()), where)
    return value


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def parse_canonical(data, where):
    value = parse(data, where)
    need(canonical(value) == data, where)
    return value


def unhex(text, where):
    need(isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text), where)
    return bytes.fromhex(text)


def unbase64(text, where, length=None):
    try:
        data = base64.b64decode(text, validate=True)
    except (ValueError, TypeError):
        raise Altered(where)
    need(base64.b64encode(data).decode() == text and length in (None, len(data)), where)
    return data


def openssl(*args, **files):
    """Runs openssl; {name} in an argument stands for a file of that content."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in files}
        for name, content in files.items():
            with open(paths[name], "wb") as out:
                out.write(content)
        return subprocess.run(["openssl", *(arg.format(**paths) for arg in args)], capture_output=True)


ED25519, SM2 = "302a300506032b6570032100", "3059301306072a8648ce3d020106082a811ccf5501822d034200"


def signed(key, message, signature, kind=ED25519):
    more = () if kind == ED25519 else ("-digest", "sm3", "-pkeyopt", "distid:1234567812345678")
    return openssl("pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "{key}", "-rawin", "-in", "{message}", "-sigfile",
                   "{sig}", *more, key=bytes.fromhex(kind) + key, message=message, sig=signature).returncode == 0


def climb(at, last, before, after, path):
    """Up a tree of RFC 9162, 2.1.3.2 and 2.1.4.2: the roots of the tree that ends here and of the whole."""
    for sibling in path:
        if last == 0:
            return None, None
        if at & 1 or at == last:
            before, after = sha(b"\1" + sibling + before), sha(b"\1" + sibling + after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = sha(b"\1" + after + sibling)
        at, last = at >> 1, last >> 1
    return (before, after) if last == 0 else (None, None)


def root_of(leaf, index, size, path):
    return climb(index, size - 1, leaf, leaf, path)[1] if isinstance(index, int) and 0 <= index < size else None


def consistent(first, second, first_root, second_root, proof):
    if first >= second or first == 0:
        return not proof and (first_root == second_root if first else first_root == sha(b"")) and first <= second
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    way = proof if at else [first_root, *proof]
    return bool(way) and climb(at, last, way[0], way[0], way[1:]) == (first_root, second_root)


def split_object(data, where):
    need(len(data) >= 18 and data[:7] == MAGIC == data[-7:], where)
    end, parts, at = len(data) - 11 - struct.unpack(">I", data[-11:-7])[0], [], 7
    need(end >= 7, where)
    footer = members(parse_canonical(data[end:-11], where), "chunks manifest", where)
    for offset, size in [*footer["chunks"], footer["manifest"]]:
        need(offset == at and size >= 0, where)
        at += size
        parts.append(data[offset:at])
    need(at == end, where)
    return parts[:-1], parts[-1]


def follows(one, seq, before):
    prev = one.get("prev", "")
    return prev == "" or (prev == "0" * 64 if seq == 0 else any(other["dataSha256"] == prev for other in before))


class Package:
    def __init__(self, files, keys):
        self.files, self.problems, self.gaps, self.head, self.erased = files, [], [], None, False
        self.info = info = parse(self.file("evidence.json"), "evidence.json", "format trace addenda exportedAt masked origin logKey "
                                 "signingKey order")
        need(info["format"] == "huimin-evidence/1" and 0 <= info["addenda"] <= 1000, "evidence.json")
        self.trace, self.order, self.roots = info["trace"], info["order"], keys.get("roots")
        self.log_key = keys.get("log") or unbase64(info["logKey"], "evidence.json", 32)
        self.signing_key = keys.get("signing") or unbase64(info["signingKey"], "evidence.json", 32)
        self.sm2_key, self.changes = keys.get("sm2"), []
        for one in parse(files.get("signers.json", b"[]"), "signers.json"):
            where = f"signers.json#{one['index']}"
            entry = members(parse(unbase64(one["entry"], where), where), "type key previous signature at", where)
            key, previous = (unbase64(entry[name], where, 32) for name in ("key", "previous"))
            need(signed(previous, b"huimin-key-v1\n" + key, unbase64(entry["signature"], where, 64)), where)
            self.changes.append((one["index"], previous, key))
        self.changes.sort()

    def key_at(self, key, index):
        """Which key signs at a place of the log, where one of those before or after it is known."""
        for _, previous, following in self.changes:
            key = following if previous == key else key
        for place, previous, following in reversed(self.changes):
            key = previous if place > index and following == key else key
        return key

    def file(self, name):
        need(name in self.files, name)
        return self.files[name]

    def altered(self, where, fine):
        self.problems += [] if fine else [("altered", where)]

    def missing(self, where, fine=False):
        self.problems += [] if fine else [("incomplete", where)]

    def every(self, name):
        return [one for manifest in self.manifests for one in manifest[name]]

    def note(self, data, where):
        """Size and root of a checkpoint that the log signed."""
        try:
            text, _, lines = data.decode("utf-8").rpartition("\n\n")
            origin, size, root, *more = (text + "\n").split("\n")
        except ValueError:
            raise Altered(where)
        need(origin == self.info["origin"] and re.fullmatch("0|[1-9][0-9]*", size) and more[-1:] == [""], where)
        need(lines.endswith("\n") and "" not in more[:-1] and not re.search("[\x00-\x09\x0b-\x1f]", text + lines), where)
        key = self.key_at(self.log_key, int(size) - 1)
        identity, own = sha(origin.encode() + b"\n\x01" + key)[:4], []
        second = self.sm2_key and sha(origin.encode() + b"\n\xffsm2-sm3" + self.sm2_key)[:4]
        for line in lines[:-1].split("\n"):
            found = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
            need(found, where)
            blob = unbase64(found[2], where)
            need(len(blob) >= 5, where)
            own += [blob[4:]] if (found[1], blob[:4]) == (origin, identity) else []
            need((found[1], blob[:4]) != (origin, second) or signed(self.sm2_key, text.encode() + b"\n", blob[4:], SM2), where)
        need(own and all(signed(key, text.encode() + b"\n", one) for one in own), where)
        return int(size), unbase64(root, where, 32)

    def entry(self, logged, where):
        """What an entry says, which must stand in the tree of the checkpoint."""
        data, path = unbase64(logged["entry"], where), [unhex(one, where) for one in logged["path"]]
        self.altered(where, root_of(sha(b"\0" + data), logged["index"], self.head[0], path) == self.head[1])
        return parse_canonical(data, where)

    def logged(self, name):
        listed = [members(one, "index entry path", name) for one in parse(self.files.get(name, b"[]"), name)]
        return {one["index"]: self.entry(one, f"{name}#{one['index']}") if self.head else {} for one in listed}

    def check(self):
        try:  # 6
            self.head = self.note(self.files["checkpoint"], "checkpoint") if "checkpoint" in self.files else None
            self.missing("checkpoint", self.head)
        except Altered:
            self.altered("checkpoint", False)
        captures, registered, erased, _ = (
            self.logged(f"{name}.json") for name in ("captures", "registered", "erased", "signers"))
        self.altered("erased.json", all(one.get("trace", self.trace) == self.trace for one in erased.values()))
        self.erased = any(one.get("type") == "erased" for one in erased.values())
        self.manifests, self.indexes, self.headers, before = [], [], [], None
        for number in range(self.info["addenda"] + 1):
            before = self.recording(number, before, captures)
        if self.manifests:
            for check in (self.stamps, self.sequence, lambda: self.registered(registered), self.sale, self.clocks):
                check()

    def recording(self, number, before, captures):
        name, chunks, proof_name = f"recording-{number}.rec", None, f"proof-{number}.json"
        where, data = f"{name}#manifest", self.files.get(f"manifest-{number}.json")
        if name in self.files:  # 1
            chunks, data = split_object(self.files[name], name)
        self.missing(name, chunks is not None or self.erased)
        proof = parse(self.files[proof_name], proof_name, "entry index size path signature") if proof_name in self.files else None
        self.missing(proof_name, proof)
        if proof:  # 4, 5
            signature = unbase64(proof["signature"], proof_name, 64)
            if data is not None:
                key = self.key_at(self.signing_key, proof["index"])
                self.altered(where, signed(key, b"huimin-manifest-v1\n" + sha(data), signature))
            if self.head:
                self.altered(proof_name, proof["size"] == self.head[0])
                entry = self.entry(proof, proof_name)
                self.altered(proof_name, entry == {
                    "type": "manifest", "trace": self.trace, "addendum": number, "signature": proof["signature"],
                    "sha256": entry.get("sha256") if data is None else sha(data).hex()})
        if data is None:
            return None
        manifest = parse_canonical(data, where)
        self.manifests.append(manifest)
        self.indexes.append(proof["index"] if proof else float("inf"))
        self.altered(where, (manifest["trace"], manifest["addendum"]) == (self.trace, number))
        self.altered(where, (manifest["previous"] is None) == (number == 0) and before in (None, manifest["previous"]))
        if chunks is not None:
            self.chunks(name, chunks, manifest)
        for index, said in enumerate(manifest["chunks"] if self.head else []):  # 5
            place = said["capture"]
            entry = captures.get(place["entry"])
            self.missing(f"captures.json#{place['entry']}", entry)
            if entry:
                path = [unhex(one, where) for one in place["path"]]
                root = root_of(sha(b"\0" + unhex(said["sha256"], where)), place["index"], entry["count"], path)
                self.altered(f"{name}#chunk-{index}", root is not None and root.hex() == entry["root"])
        return sha(data).hex()

    def chunks(self, name, chunks, manifest):  # 1, 2, 8
        self.altered(f"{name}#manifest", manifest["chain"]["count"] == len(manifest["chunks"]) == len(chunks))
        chain = sha(b"huimin-chain-v1\n" + self.trace.encode() + b"\n" + struct.pack(">I", manifest["addendum"]))
        before = (0, "", 0)
        for index, (chunk, said) in enumerate(zip(chunks, manifest["chunks"])):
            where, place = f"{name}#chunk-{index}", (said["receivedAt"], said["tab"], said["seq"])
            chain = sha(chain + sha(chunk))
            self.altered(where, sha(chunk).hex() == said["sha256"] and len(chunk) == said["length"] and before <= place)
            before = place
            length = struct.unpack(">I", chunk[:4])[0]
            need(length <= min(4096, len(chunk) - 4), where)
            header = parse_canonical(chunk[4:4 + length], where)
            need(4 + length + header["view"]["length"] + header["values"]["length"] == len(chunk), where)
            same = "kind tab seq receivedAt events firstAt lastAt flags".split()
            self.altered(where, header["trace"] == self.trace and all(header[one] == said[one] for one in same))
            self.headers.append(header)
        self.altered(f"{name}#chain", chain.hex() == manifest["chain"]["head"])
        own = sorted((one["sha256"], one["firstAt"]) for one in manifest["chunks"] if one["kind"] == "server")
        self.altered(f"{name}#manifest", own == sorted((one["sha256"], one["at"]) for one in manifest["server"]))

    def sequence(self):  # 3
        declared, tabs = self.every("gaps"), {}
        for one in self.headers or self.every("chunks"):
            tabs.setdefault(one["tab"], {}).setdefault(one["seq"], []).append(one)
        for tab, batches in tabs.items():
            before, expected = [], 0
            for seq in sorted(batches):
                first, last = (expected, seq - 1) if seq > expected else (seq, seq)
                fine = seq == expected and all(follows(one, seq, before) for one in batches[seq])
                self.altered(f"{tab}#{first}", fine or any(
                    gap["tab"] == tab and gap["fromSeq"] <= first and gap["toSeq"] >= last for gap in declared))
                before, expected = batches[seq], seq + 1
        self.gaps = [gap for gap in declared if gap["why"] != "missing" or any(
            seq not in tabs.get(gap["tab"], {}) for seq in range(gap["fromSeq"], gap["toSeq"] + 1))]

    def stamp(self, where, reply, data, pem):
        """When a time stamp was made over data, and the digest by which archives name it."""
        text = openssl("ts", "-reply", "-in", "{reply}", "-text", reply=reply).stdout.decode(errors="replace")
        found = re.search(r"Time stamp: (\w+ +\d+ [\d:]+)(\.\d+)? (\d+) GMT", text)
        need(found, where)
        when = datetime.strptime(f"{found[1]} {found[3]} +0000", "%b %d %H:%M:%S %Y %z").timestamp()
        self.altered(where, self.valid_at(when, reply, data, pem))
        parts = b"".join(hashlib.sha512(part).digest() for part in (reply, data, pem))
        return when + float(found[2] or 0), hashlib.sha512(parts).hexdigest()

    def valid_at(self, when, reply, data, pem):
        ran = openssl("ts", "-verify", "-in", "{reply}", "-data", "{data}", "-CAfile", "{roots}", "-untrusted", "{pem}",
                      "-attime", str(int(when)), reply=reply, data=data, roots=self.roots or pem, pem=pem)
        return b"Verification: OK" in ran.stdout + ran.stderr

    def proves(self, reply, data, pem, when, digest, archives):
        """Its certificates are valid today, or an archive was made over it while they were, and proves something itself."""
        return self.valid_at(time.time(), reply, data, pem) or any(
            digest in over and made > when and self.valid_at(made, reply, data, pem)
            and self.proves(*files, made, own, archives) for made, own, over, files in archives)

    def stamps(self):  # 7
        stamps, archives = [], []
        for name in sorted({name.rpartition(".")[0] for name in self.files if name.startswith("archives/")}):
            reply, data, pem = (self.file(f"{name}.{end}") for end in ("tsr", "json", "pem"))
            listed = members(parse_canonical(data, f"{name}.json"), "format day stamps", f"{name}.json")
            archives.append((*self.stamp(f"{name}.tsr", reply, data, pem), set(listed["stamps"]), (reply, data, pem)))
        for name in sorted({name.rpartition(".")[0] for name in self.files if name.startswith("stamps/")}):
            reply, data, pem = (self.file(f"{name}.{end}") for end in ("tsr", "checkpoint", "pem"))
            way = parse(self.file(f"{name}.json"), f"{name}.json", "consistency")["consistency"]
            if not self.head:
                continue
            size, root = self.note(data, f"{name}.checkpoint")
            way = [unhex(one, f"{name}.json") for one in way]
            self.altered(f"{name}.json", consistent(size, self.head[0], root, self.head[1], way))
            when, digest = self.stamp(f"{name}.tsr", reply, data, pem)
            if self.proves(reply, data, pem, when, digest, archives):
                stamps.append((size, when * 1000))
        for manifest, index in zip(self.manifests, self.indexes):
            after = [at - manifest["sealedAt"] for size, at in stamps if size > index]
            self.altered(f"recording-{manifest['addendum']}.rec#manifest", all(one >= -300_000 for one in after))
            self.missing("stamps", any(one <= 3_900_000 for one in after))

    def registered(self, entries):  # 9
        began = min((one["capture"]["entry"] for one in self.manifests[0]["chunks"]), default=float("inf"))
        def entry_of(where, **wanted):
            found = next(((index, one) for index, one in entries.items() if wanted.items() <= one.items()), None)
            self.missing(where, found)
            self.altered(where, not found or found[0] < began)
            return found and found[1]
        def content(name, digest):
            self.missing(name, name in self.files)
            self.altered(name, sha(self.files.get(name, b"")).hex() == digest or name not in self.files)
        if self.head:
            for build in self.every("builds"):
                entry = entry_of(f"registered.json#build-{build}", type="build", build=build)
                if entry:
                    content(f"builds/{build}.json", entry["sha256"])
            for one in self.every("documents"):
                wanted = {name: one[name] for name in ("id", "version", "sha256")}
                entry_of(f"registered.json#document-{one['id']}-{one['version']}", type="document", **wanted)
                content(f"documents/{one['sha256']}", one["sha256"])
            for table in self.every("tables"):
                content(f"tables/{table}.json", table)
            for name in self.files:
                if name.startswith("assets/"):
                    content(name, name[len("assets/"):])

    def sale(self):  # 8, 10
        said = [manifest["order"] for manifest in self.manifests if manifest["order"]]
        if len(self.manifests) <= self.info["addenda"]:
            return
        if not said or self.order is None:
            self.altered("evidence.json#order", said or self.order is None)
            self.missing("evidence.json#order", not said)
        else:
            names = "orderNo edition plan insuredCount premiumFen savedAt documents"
            digest = sha(canonical(members(self.order, names, "evidence.json#order"))).hex()
            self.altered("evidence.json#order", {"orderNo": self.order["orderNo"], "digest": digest} == said[-1])
        if not said:
            return
        self.missing("recording-0.rec#manifest.flags", "unrecorded" not in self.manifests[0]["flags"])
        clock = next((manifest["clock"] for manifest in self.manifests if manifest["clock"]), {"offsetMs": 0})
        wanted, ends = {one["id"]: one for one in (self.order or {}).get("documents", [])}, []
        for name in DOCUMENTS:
            own = wanted.get(name)
            ended = [one["bottomAt"] for one in self.every("documents") if one["id"] == name and one["bottomAt"] is not None
                     and (own is None or all(own[of] == one[of] for of in ("version", "sha256")))]
            self.missing(f"recording-0.rec#manifest.{name}", ended)
            ends.append(min(ended, default=float("inf")))
        saved, paid = (min((one["at"] for one in self.every("server") if one["what"] == what), default=float("inf"))
                       for what in ("order-saved", "payment-result"))
        agreed = [one["at"] for one in self.every("consents") if one["checked"] and one["at"] + clock["offsetMs"] <= saved + 2_000]
        self.missing("recording-0.rec#manifest.saved", saved != float("inf"))
        self.missing("recording-0.rec#manifest.agreed", any(at >= max(ends) for at in agreed))
        self.missing("recording-0.rec#manifest.paid", paid >= saved)

    def clocks(self):  # 11
        sealed, last = 0, {}
        for manifest in self.manifests:
            received = [one["receivedAt"] for one in manifest["chunks"][-1:]]
            fine = manifest["sealedAt"] >= max([sealed, *received])
            sealed = manifest["sealedAt"]
            for one in sorted(manifest["chunks"], key=lambda said: said["seq"]):
                if one["kind"] == "client" and not {"conflict", "plain"} & set(one["flags"]):
                    before = last.get(one["tab"], 0)
                    fine = fine and before - 1_000 <= one["firstAt"] <= one["lastAt"]
                    last[one["tab"]] = max(before, one["lastAt"])
            self.missing(f"recording-{manifest['addendum']}.rec#manifest", fine)
        clock = next((manifest["clock"] for manifest in self.manifests if manifest["clock"]), None)
        self.missing("recording-0.rec#manifest.clock", clock and abs(clock["offsetMs"]) < 5_000)


def verify(path, keys):
    """The verdict's word, and where it is altered or incomplete first."""
    package, problems = None, []
    try:
        with zipfile.ZipFile(path) as archive:
            package = Package({name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}, keys)
        package.check()
    except Altered as error:
        problems = [("altered", error.args[0])]
    except Exception as error:  # whatever else cannot be read
        problems = [("altered", f"package: {error!r}")]
    problems += package.problems if package else []
    for weight in ("altered", "incomplete"):
        where = next((where for found, where in problems if found == weight), None)
        if where:
            return ("erased-by-rule", "") if weight == "incomplete" and package.erased else (weight, where)
    return "erased-by-rule" if package.erased else "intact-with-gaps" if package.gaps else "intact", ""


def main(args):
    keys, worst = {}, 0
    while args and args[0] in ("--signing-key", "--log-key", "--sm2-key", "--roots"):
        name, value, *args = args
        keys[name[2:].split("-")[0]] = open(value, "rb").read() if name == "--roots" else base64.b64decode(value)
    for path in args:
        word, where = verify(path, keys)
        print(f"{path}: VERDICT {word}{f' ({where})' if where else ''}", flush=True)
        worst = max(worst, WORDS[word])
    return worst if args else 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
