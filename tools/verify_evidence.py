#!/usr/bin/env python3
"""Checks .evidence packages by docs/evidence-format.md alone, with Python's standard library and openssl (3 or later).

usage: verify_evidence.py [--signing-key BASE64] [--log-key BASE64] [--roots PEM] PACKAGE...

Without keys and roots it believes those in the package. It opens no chunk, so that of check 10 it sees what the manifest says;
payment and policy (8) and the store's lock (12) are not in a package. Exit code: that of the worst package.
"""
import base64, datetime, hashlib, json, os, re, struct, subprocess, sys, tempfile, zipfile

WORDS = {"intact": 0, "intact-with-gaps": 1, "altered": 2, "incomplete": 3, "erased-by-rule": 4}
DOCUMENTS = ("health-notice", "insurance-notice", "clauses", "exclusions")


class Altered(Exception):
    """Something is not what was sealed; args: where."""


def sha(data):
    return hashlib.sha256(data).digest()


def need(condition, where):
    if not condition:
        raise Altered(where)


def whole(text):
    number = int(text)
    need(abs(number) <= 2**53 - 1, "number")
    return number


def parse(data, where):
    def refuse(_):
        raise Altered(where)
    try:
        return json.loads(data.decode("utf-8"), parse_float=refuse, parse_constant=refuse, parse_int=whole)
    except ValueError:
        raise Altered(where)


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def parse_canonical(data, where):
    value = parse(data, where)
    need(canonical(value) == data, where)
    return value


def members(value, names, where):
    need(isinstance(value, dict) and set(value) == set(names.split()), where)
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
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as out:
                out.write(content)
        paths = {name: os.path.join(folder, name) for name in files}
        return subprocess.run(["openssl", *(arg.format(**paths) for arg in args)], capture_output=True)


def signed(key, message, signature):
    der = bytes.fromhex("302a300506032b6570032100") + key
    ran = openssl("pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "{key}", "-rawin", "-in", "{message}",
                  "-sigfile", "{signature}", key=der, message=message, signature=signature)
    return ran.returncode == 0


def node(left, right):
    return sha(b"\x01" + left + right)


def root_of(leaf, index, size, path):
    """RFC 9162, 2.1.3.2."""
    if not (isinstance(index, int) and 0 <= index < size):
        return None
    at, last, value = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            value = node(sibling, value)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            value = node(value, sibling)
        at, last = at >> 1, last >> 1
    return value if last == 0 else None


def consistent(first, second, first_root, second_root, proof):
    """RFC 9162, 2.1.4.2."""
    if first > second or first == second:
        return first == second and not proof and first_root == second_root
    if first == 0:
        return not proof and first_root == sha(b"")
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    way = ([first_root] if at == 0 else []) + proof
    if not way:
        return False
    before = after = way[0]
    for sibling in way[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            before, after = node(sibling, before), node(sibling, after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = node(after, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and before == first_root and after == second_root


class Package:
    def __init__(self, files, keys):
        self.files, self.problems, self.gaps = files, [], []
        info = members(parse(self.file("evidence.json"), "evidence.json"),
                       "format trace addenda exportedAt masked origin logKey signingKey order", "evidence.json")
        need(info["format"] == "huimin-evidence/1" and 0 <= info["addenda"] <= 1000, "evidence.json")
        self.info, self.trace, self.order, self.roots = info, info["trace"], info["order"], keys.get("roots")
        self.log_key = keys.get("log") or unbase64(info["logKey"], "evidence.json", 32)
        self.signing_key = keys.get("signing") or unbase64(info["signingKey"], "evidence.json", 32)
        self.head = None

    def file(self, name):
        need(name in self.files, name)
        return self.files[name]

    def say(self, weight, where, condition=False):
        if not condition:
            self.problems.append((weight, where))

    def altered(self, where, condition):
        self.say("altered", where, condition)

    def checkpoint(self, data, where):
        """Signed note of the log: its size and root."""
        try:
            text, _, lines = data.decode("utf-8").rpartition("\n\n")
            text += "\n"
            origin, size, root, *more = text.split("\n")
        except ValueError:
            raise Altered(where)
        need(origin == self.info["origin"] and re.fullmatch("0|[1-9][0-9]*", size) and more[-1:] == [""], where)
        need(lines.endswith("\n") and "" not in more[:-1] and not re.search("[\x00-\x09\x0b-\x1f]", text + lines), where)
        identity = sha(origin.encode() + b"\n\x01" + self.log_key)[:4]
        own = []
        for line in lines[:-1].split("\n"):
            found = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
            need(found, where)
            blob = unbase64(found[2], where)
            need(len(blob) >= 5, where)
            if found[1] == origin and blob[:4] == identity:
                own.append(blob[4:])
        need(own and all(signed(self.log_key, text.encode(), one) for one in own), where)
        return int(size), unbase64(root, where, 32)

    def entry(self, logged, where):
        """What an entry says that stands in the tree of the checkpoint."""
        data, path = unbase64(logged["entry"], where), [unhex(one, where) for one in logged["path"]]
        size, root = self.head
        self.altered(where, root_of(sha(b"\x00" + data), logged["index"], size, path) == root)
        return parse_canonical(data, where)

    def logged(self, name):
        found = {}
        for one in parse(self.files.get(name, b"[]"), name):
            members(one, "index entry path", name)
            entry = self.entry(one, f"{name}#{one['index']}") if self.head else {}
            found[one["index"]] = entry
        return found

    def check(self):
        if "checkpoint" in self.files:  # 6
            try:
                self.head = self.checkpoint(self.files["checkpoint"], "checkpoint")
            except Altered:
                self.say("altered", "checkpoint")
        else:
            self.say("incomplete", "checkpoint")
        captures, registered, erased = (self.logged(f"{name}.json") for name in ("captures", "registered", "erased"))
        self.altered("erased.json", all(one.get("trace", self.trace) == self.trace for one in erased.values()))
        self.erased = any(one.get("type") == "erased" for one in erased.values())
        self.manifests, self.indexes, self.headers, previous = [], [], [], None
        for number in range(self.info["addenda"] + 1):
            previous = self.recording(number, previous, captures)
        if self.manifests:
            self.stamps()
            self.sequence()
            self.registered(registered)
            self.sale()
            self.clocks()

    def recording(self, number, previous, captures):
        name, where, chunks = f"recording-{number}.rec", f"recording-{number}.rec#manifest", None
        if name in self.files:  # 1
            chunks, data = split_object(self.files[name], name)
        else:
            data = self.files.get(f"manifest-{number}.json")
            self.say("incomplete", name, self.erased)
        proof = parse(self.files.get(f"proof-{number}.json", b"null"), f"proof-{number}.json")
        self.say("incomplete", f"proof-{number}.json", proof is not None)
        if proof is not None:
            self.proof(number, members(proof, "entry index size path signature", f"proof-{number}.json"), data)
        if data is None:
            return None
        manifest = parse_canonical(data, where)
        self.manifests.append(manifest)
        self.indexes.append(proof["index"] if proof else None)
        self.altered(where, manifest["trace"] == self.trace and manifest["addendum"] == number)
        self.altered(where, (manifest["previous"] is None) == (number == 0) and manifest["previous"] == (previous or manifest["previous"]))
        if chunks is not None:  # 2
            self.chunks(name, chunks, manifest)
        for index, said in enumerate(manifest["chunks"]):  # 5
            capture = said["capture"]
            entry = captures.get(capture["entry"])
            if entry is None:
                self.say("incomplete", f"captures.json#{capture['entry']}")
            elif self.head:
                path = [unhex(one, where) for one in capture["path"]]
                leaf = sha(b"\x00" + unhex(said["sha256"], where))
                root = root_of(leaf, capture["index"], entry["count"], path)
                self.altered(f"{name}#chunk-{index}", root is not None and root.hex() == entry["root"])
        return sha(data).hex()

    def proof(self, number, proof, data):  # 4, 5
        where = f"proof-{number}.json"
        signature = unbase64(proof["signature"], where, 64)
        digest = sha(data) if data is not None else None
        if data is not None:
            good = signed(self.signing_key, b"huimin-manifest-v1\n" + digest, signature)
            self.altered(f"recording-{number}.rec#manifest", good)
        if self.head:
            self.altered(where, proof["size"] == self.head[0])
            entry = self.entry(proof, where)
            wanted = {"type": "manifest", "trace": self.trace, "addendum": number, "signature": proof["signature"],
                      "sha256": digest.hex() if digest else entry.get("sha256")}
            self.altered(where, entry == wanted)

    def chunks(self, name, chunks, manifest):  # 1, 2
        count = manifest["chain"]["count"] == len(manifest["chunks"]) == len(chunks)
        self.altered(f"{name}#manifest", count)
        chain = sha(b"huimin-chain-v1\n" + self.trace.encode() + b"\n" + struct.pack(">I", manifest["addendum"]))
        before = None
        for index, (chunk, said) in enumerate(zip(chunks, manifest["chunks"])):
            where = f"{name}#chunk-{index}"
            chain = sha(chain + sha(chunk))
            self.altered(where, sha(chunk).hex() == said["sha256"] and len(chunk) == said["length"])
            place = (said["receivedAt"], said["tab"], said["seq"])
            self.altered(where, before is None or before <= place)
            before = place
            length = struct.unpack(">I", chunk[:4])[0]
            need(length <= min(4096, len(chunk) - 4), where)
            header = parse_canonical(chunk[4:4 + length], where)
            need(4 + length + header["view"]["length"] + header["values"]["length"] == len(chunk), where)
            same = "kind tab seq receivedAt events firstAt lastAt flags".split()
            self.altered(where, header["trace"] == self.trace and all(header[one] == said[one] for one in same))
            self.headers.append(header)
        self.altered(f"{name}#chain", chain.hex() == manifest["chain"]["head"])
        own = sorted([one["sha256"], one["firstAt"]] for one in manifest["chunks"] if one["kind"] == "server")
        self.altered(f"{name}#manifest", own == sorted([one["sha256"], one["at"]] for one in manifest["server"]))

    def sequence(self):  # 3
        declared = [gap for manifest in self.manifests for gap in manifest["gaps"]]
        tabs, numbers = {}, set()
        for one in self.headers or [said for manifest in self.manifests for said in manifest["chunks"]]:
            tabs.setdefault(one["tab"], {}).setdefault(one["seq"], []).append(one)
            numbers.add((one["tab"], one["seq"]))
        for tab, batches in tabs.items():
            before, expected = [], 0
            for seq in sorted(batches):
                found = None
                if seq > expected:
                    found = (expected, seq - 1)
                elif not all(follows(one, seq, before) for one in batches[seq]):
                    found = (seq, seq)
                if found:
                    self.altered(f"{tab}#{found[0]}", any(
                        gap["tab"] == tab and gap["fromSeq"] <= found[0] and gap["toSeq"] >= found[1] for gap in declared))
                before, expected = batches[seq], seq + 1
        self.gaps = [gap for gap in declared if gap["why"] != "missing" or any(
            (gap["tab"], seq) not in numbers for seq in range(gap["fromSeq"], gap["toSeq"] + 1))]

    def stamps(self):  # 7
        names = {name[7:].rpartition(".")[0] for name in self.files if name.startswith("stamps/")}
        stamps = []
        for name in sorted(names):
            where = f"stamps/{name}"
            reply, data, pem = (self.file(f"{where}.{end}") for end in ("tsr", "checkpoint", "pem"))
            proof = members(parse(self.file(f"{where}.json"), f"{where}.json"), "consistency", f"{where}.json")
            if not self.head:
                continue
            size, root = self.checkpoint(data, f"{where}.checkpoint")
            way = [unhex(one, f"{where}.json") for one in proof["consistency"]]
            self.altered(f"{where}.json", consistent(size, self.head[0], root, self.head[1], way))
            text = openssl("ts", "-reply", "-in", "{reply}", "-text", reply=reply).stdout.decode(errors="replace")
            found = re.search(r"Time stamp: (\w+ +\d+ [\d:]+)(\.\d+)? (\d+) GMT", text)
            need(found, f"{where}.tsr")
            when = datetime.datetime.strptime(f"{found[1]} {found[3]} +0000", "%b %d %H:%M:%S %Y %z").timestamp()
            ran = openssl("ts", "-verify", "-in", "{reply}", "-data", "{data}", "-CAfile", "{roots}", "-untrusted", "{pem}",
                          "-attime", str(int(when)), reply=reply, data=data, roots=self.roots or pem, pem=pem)
            self.altered(f"{where}.tsr", b"Verification: OK" in ran.stdout + ran.stderr)
            stamps.append((size, when * 1000 + float(found[2] or 0) * 1000))
        for manifest, index in zip(self.manifests, self.indexes):
            over = [at - manifest["sealedAt"] for size, at in stamps if index is not None and size > index]
            self.altered(f"recording-{manifest['addendum']}.rec#manifest", all(after >= -300_000 for after in over))
            self.say("incomplete", "stamps", any(after <= 3_900_000 for after in over))

    def registered(self, entries):  # 9
        began = min((one["capture"]["entry"] for one in self.manifests[0]["chunks"]), default=float("inf"))
        def entry_of(where, **wanted):
            found = [(index, one) for index, one in sorted(entries.items()) if wanted.items() <= one.items()]
            if not found:
                return self.say("incomplete", where)
            self.altered(where, found[0][0] < began)
            return found[0][1]
        def content(name, digest):
            if name not in self.files:
                return self.say("incomplete", name)
            self.altered(name, sha(self.files[name]).hex() == digest)
        if self.head:
            for build in {build for manifest in self.manifests for build in manifest["builds"]}:
                entry = entry_of(f"registered.json#build-{build}", type="build", build=build)
                if entry:
                    content(f"builds/{build}.json", entry["sha256"])
            for manifest in self.manifests:
                for one in manifest["documents"]:
                    wanted = {name: one[name] for name in ("id", "version", "sha256")}
                    entry_of(f"registered.json#document-{one['id']}-{one['version']}", type="document", **wanted)
                    content(f"documents/{one['sha256']}", one["sha256"])
                for table in manifest["tables"]:
                    content(f"tables/{table}.json", table)
            for name in self.files:
                if name.startswith("assets/"):
                    content(name, name[7:])

    def sale(self):  # 8, 10
        if len(self.manifests) <= self.info["addenda"]:
            return None
        said = [manifest["order"] for manifest in self.manifests if manifest["order"]]
        if not said:
            return self.altered("evidence.json#order", self.order is None)
        if self.order is None:
            self.say("incomplete", "evidence.json#order")
        else:
            members(self.order, "orderNo edition plan insuredCount premiumFen savedAt documents", "evidence.json#order")
            same = self.order["orderNo"] == said[-1]["orderNo"] and sha(canonical(self.order)).hex() == said[-1]["digest"]
            self.altered("evidence.json#order", same)
        def every(name):
            return [one for manifest in self.manifests for one in manifest[name]]
        clock = next((manifest["clock"] for manifest in self.manifests if manifest["clock"]), None)
        if "unrecorded" in self.manifests[0]["flags"]:
            return self.say("incomplete", "recording-0.rec#manifest")
        wanted = {one["id"]: one for one in (self.order or {}).get("documents", [])}
        ends = []
        for name in DOCUMENTS:
            own = wanted.get(name)
            ended = [one["bottomAt"] for one in every("documents") if one["id"] == name and one["bottomAt"] is not None
                     and (own is None or all(own[of] == one[of] for of in ("version", "sha256")))]
            self.say("incomplete", f"recording-0.rec#manifest.{name}", ended)
            ends.append(min(ended, default=float("inf")))
        saved, paid = (min((one["at"] for one in every("server") if one["what"] == what), default=None)
                       for what in ("order-saved", "payment-result"))
        latest = float("-inf") if saved is None else saved + 2_000 - (clock["offsetMs"] if clock else 0)
        agreed = [one["at"] for one in every("consents") if one["checked"] and one["at"] <= latest]
        self.say("incomplete", "recording-0.rec#manifest.agreed", any(at >= max(ends) for at in agreed))
        self.say("incomplete", "recording-0.rec#manifest.paid", paid is None or saved is None or paid >= saved)

    def clocks(self):  # 11
        sealed, last = 0, {}
        for manifest in self.manifests:
            where = f"recording-{manifest['addendum']}.rec#manifest"
            received = manifest["chunks"][-1]["receivedAt"] if manifest["chunks"] else 0
            self.say("incomplete", where, manifest["sealedAt"] >= max(received, sealed))
            sealed = manifest["sealedAt"]
            for one in sorted(manifest["chunks"], key=lambda said: said["seq"]):
                if one["kind"] == "client" and not {"conflict", "plain"} & set(one["flags"]):
                    before = last.get(one["tab"], 0)
                    self.say("incomplete", where, one["firstAt"] <= one["lastAt"] and one["firstAt"] >= before - 1_000)
                    last[one["tab"]] = max(before, one["lastAt"])
        clock = next((manifest["clock"] for manifest in self.manifests if manifest["clock"]), None)
        self.say("incomplete", "recording-0.rec#manifest.clock", clock is not None and abs(clock["offsetMs"]) < 5_000)


def follows(one, seq, before):
    prev = one.get("prev", "")
    return prev == "" or (prev == "0" * 64 if seq == 0 else any(other["dataSha256"] == prev for other in before))


def split_object(data, where):
    magic = b"HMREC1\n"
    need(len(data) >= 18 and data[:7] == magic == data[-7:], where)
    length = struct.unpack(">I", data[-11:-7])[0]
    end = len(data) - 11 - length
    need(end >= 7, where)
    footer = members(parse_canonical(data[end:-11], where), "chunks manifest", where)
    parts, at = [], 7
    for offset, size in [*footer["chunks"], footer["manifest"]]:
        need(offset == at and size >= 0, where)
        parts.append(data[at:at + size])
        at += size
    need(at == end, where)
    return parts[:-1], parts[-1]


def verify(path, keys):
    """The verdict's word, and where it is altered or incomplete first."""
    package = None
    try:
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
        package = Package(files, keys)
        package.check()
        problems = package.problems
    except Altered as error:
        problems = [("altered", error.args[0])]
    except Exception as error:  # whatever cannot be read is not what was sealed
        problems = [("altered", f"package: {error!r}")]
    for weight in ("altered", "incomplete"):
        if weight == "incomplete" and package.erased:
            return "erased-by-rule", ""
        where = next((where for found, where in problems if found == weight), None)
        if where:
            return weight, where
    return ("intact-with-gaps" if package.gaps else "intact"), ""


def main(args):
    keys = {}
    while args and args[0] in ("--signing-key", "--log-key", "--roots"):
        name, value, *args = args
        if name == "--roots":
            with open(value, "rb") as pem:
                keys["roots"] = pem.read()
        else:
            keys[name[2:].split("-")[0]] = base64.b64decode(value)
    worst = 0
    for path in args:
        word, where = verify(path, keys)
        print(f"{path}: VERDICT {word}{f' ({where})' if where else ''}", flush=True)
        worst = max(worst, WORDS[word])
    return worst if args else 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
