// Command tlog-check reads a whole log of evidence and proves it with nothing but golang.org/x/mod/sumdb/note and
// golang.org/x/mod/sumdb/tlog, the packages by which Go's own checksum database is read. Of the log it knows what the
// public specifications say, and nothing of this project: c2sp.org/signed-note, c2sp.org/tlog-checkpoint and
// c2sp.org/tlog-tiles.
//
//	tlog-check -key NAME+ID+KEY [-checkpoint FILE] [-before FILE]... FOLDER|URL
//	tlog-check -origin NAME -key BASE64 ...    the log's name and public key as a package of evidence says them
//
// With Debian's packages golang-go and golang-golang-x-mod-dev:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run tools/tlog-check/main.go ...
//
// Exit code 0: everything holds; 1: something does not, and is named; 2: the call is not understood.
package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	height = 8
	width  = 1 << height
)

// repeated is a flag that may stand more than once.
type repeated []string

func (r *repeated) String() string     { return strings.Join(*r, " ") }
func (r *repeated) Set(s string) error { *r = append(*r, s); return nil }

func main() {
	var keys, before repeated
	flag.Var(&keys, "key", "a public `key` of the log, as signed notes write it; again for each key that the log has had")
	origin := flag.String("origin", "", "`name` of the log, where the keys are raw Ed25519 keys in base64")
	flag.Var(&before, "before", "`file` of an earlier checkpoint, whose tree has to be the beginning of this one; may be repeated")
	checkpoint := flag.String("checkpoint", "", "`file` of the checkpoint, where it is not beside the tiles")
	flag.Parse()
	if flag.NArg() != 1 || len(keys) == 0 {
		fmt.Fprintln(os.Stderr, "usage: tlog-check -key NAME+ID+KEY [-checkpoint FILE] [-before FILE]... FOLDER|URL\n"+
			"       tlog-check -origin NAME -key BASE64 ...")
		os.Exit(2)
	}
	if err := check(flag.Arg(0), *checkpoint, *origin, keys, before); err != nil {
		fmt.Println("REFUSED:", err)
		os.Exit(1)
	}
}

func check(place, checkpoint, origin string, keys, before []string) error {
	read := reader(place)
	var list []note.Verifier
	for _, key := range keys {
		verifier, err := verifierOf(origin, key)
		if err != nil {
			return fmt.Errorf("key %s: %w", key, err)
		}
		list = append(list, verifier)
	}
	readNote := func() ([]byte, error) { return read("checkpoint") }
	if checkpoint != "" {
		readNote = func() ([]byte, error) { return os.ReadFile(checkpoint) }
	}
	message, err := readNote()
	if err != nil {
		return err
	}
	tree, err := openCheckpoint(message, list)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	log := &tiles{read: read, proven: map[tlog.Tile][]byte{}, hashes: map[int64]tlog.Hash{}}
	full, partial, err := log.prove(tree)
	if err != nil {
		return err
	}
	for _, name := range before {
		if err := log.proveBeginning(tree, name, list); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	bundles, err := log.compareEntries(tree)
	if err != nil {
		return err
	}
	fmt.Printf("OK: %s, %d entries, root %s\n", list[0].Name(), tree.N, tree.Hash)
	fmt.Printf("    %d full and %d partial tiles proven, %d bundles, each entry included, consistent with %d earlier checkpoints\n",
		full, partial, bundles, len(before))
	return nil
}

// verifierOf reads a key as signed notes write it, or, with a name, a raw one.
func verifierOf(origin, key string) (note.Verifier, error) {
	if origin != "" {
		raw, err := base64.StdEncoding.Strict().DecodeString(key)
		if err != nil || len(raw) != ed25519.PublicKeySize {
			return nil, errors.New("is no Ed25519 key in base64")
		}
		if key, err = note.NewEd25519VerifierKey(origin, raw); err != nil {
			return nil, err
		}
	}
	return note.NewVerifier(key)
}

// reader reads files of the log by their path, out of a folder or from an address.
func reader(place string) func(string) ([]byte, error) {
	if !strings.HasPrefix(place, "http://") && !strings.HasPrefix(place, "https://") {
		return func(path string) ([]byte, error) { return os.ReadFile(filepath.Join(place, filepath.FromSlash(path))) }
	}
	return func(path string) ([]byte, error) {
		reply, err := http.Get(strings.TrimSuffix(place, "/") + "/" + path)
		if err != nil {
			return nil, err
		}
		defer reply.Body.Close()
		if reply.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s: %s", path, reply.Status)
		}
		return io.ReadAll(reply.Body)
	}
}

// openCheckpoint answers the tree that a checkpoint speaks for: c2sp.org/tlog-checkpoint.
func openCheckpoint(message []byte, keys []note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(message, note.VerifierList(keys...))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != keys[0].Name() {
		return tlog.Tree{}, errors.New("is not one of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] {
		return tlog.Tree{}, fmt.Errorf("%q is no size", lines[1])
	}
	root, err := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return tlog.Tree{}, fmt.Errorf("%q is no root", lines[2])
	}
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return tree, nil
}

// tiles is a tlog.TileReader over the log's files, and a tlog.HashReader over those that are proven.
type tiles struct {
	read   func(string) ([]byte, error)
	proven map[tlog.Tile][]byte
	// hashes are those that were worked out of proven tiles before: each is needed for many entries.
	hashes map[int64]tlog.Hash
	size   int64
}

// path is that of c2sp.org/tlog-tiles, which is tlog's without the height.
func path(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", tile.H), "tile/", 1)
}

// tileAt is the widest tile of this place in a tree of this size.
func tileAt(level int, index, size int64) tlog.Tile {
	w := size>>(height*level) - index*width
	if w > width {
		w = width
	}
	return tlog.Tile{H: height, L: level, N: index, W: int(w)}
}

func (t *tiles) Height() int { return height }

func (t *tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(wanted))
	for i, tile := range wanted {
		var known bool
		if data[i], known = t.proven[tile]; known {
			continue
		}
		stored, err := t.read(path(tile))
		if err != nil {
			return nil, err
		}
		if len(stored) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", path(tile), len(stored))
		}
		data[i] = stored
	}
	return data, nil
}

// SaveTiles is called by tlog with tiles that it has proven.
func (t *tiles) SaveTiles(proven []tlog.Tile, data [][]byte) {
	for i, tile := range proven {
		t.proven[tile] = data[i]
	}
}

// prove has tlog prove every tile of a tree, upper levels first.
func (t *tiles) prove(tree tlog.Tree) (full, partial int, err error) {
	t.size = tree.N
	if tree.N == 0 {
		empty, err := tlog.TreeHash(0, t)
		if err == nil && empty != tree.Hash {
			err = errors.New("the root of no entries is another one")
		}
		return 0, 0, err
	}
	hashes := tlog.TileHashReader(tree, t)
	top := 0
	for tree.N>>(height*(top+1)) > 0 {
		top++
	}
	for level := top; level >= 0; level-- {
		for index := int64(0); index*width < tree.N>>(height*level); index++ {
			tile := tileAt(level, index, tree.N)
			if _, err := tlog.ReadTileData(tile, hashes); err != nil {
				return 0, 0, fmt.Errorf("%s: %w", path(tile), err)
			}
			if err := t.matchesParent(tile); err != nil {
				return 0, 0, fmt.Errorf("%s: %w", path(tile), err)
			}
			if tile.W == width {
				full++
			} else {
				partial++
			}
		}
	}
	root, err := tlog.TreeHash(tree.N, t)
	if err == nil && root != tree.Hash {
		err = fmt.Errorf("the tiles make the root %s, the checkpoint says %s", root, tree.Hash)
	}
	return full, partial, err
}

// matchesParent compares a full tile with its hash in the tile above. TileHashReader does so too, but before x/mod v0.40.0 left
// out up to as many tiles as the right edge has subtrees in one tile (CVE-2026-56865); Debian 12 has v0.7.0.
func (t *tiles) matchesParent(tile tlog.Tile) error {
	if tile.W < width {
		return nil
	}
	halves, err := t.ReadHashes([]int64{
		tlog.StoredHashIndex(height*tile.L+height-1, 2*tile.N),
		tlog.StoredHashIndex(height*tile.L+height-1, 2*tile.N+1),
	})
	if err != nil {
		return err
	}
	above, err := t.ReadHashes([]int64{tlog.StoredHashIndex(height*(tile.L+1), tile.N)})
	if err == nil && above[0] != tlog.NodeHash(halves[0], halves[1]) {
		err = errors.New("downloaded inconsistent tile")
	}
	return err
}

// ReadHashes reads out of tiles that are proven.
func (t *tiles) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if hash, known := t.hashes[index]; known {
			hashes[i] = hash
			continue
		}
		least := tlog.TileForIndex(height, index)
		tile := tileAt(least.L, least.N, t.size)
		data, known := t.proven[tile]
		if !known {
			return nil, fmt.Errorf("%s is not proven", path(tile))
		}
		hash, err := tlog.HashFromTile(tile, data, index)
		if err != nil {
			return nil, err
		}
		hashes[i], t.hashes[index] = hash, hash
	}
	return hashes, nil
}

// compareEntries proves that every entry of every bundle is included in the tree at its place.
func (t *tiles) compareEntries(tree tlog.Tree) (bundles int, err error) {
	for first := int64(0); first < tree.N; first += width {
		leaves := tileAt(0, first/width, tree.N)
		name := strings.Replace(path(leaves), "tile/0/", "tile/entries/", 1)
		bundle, err := t.read(name)
		if err != nil {
			return 0, err
		}
		entries, err := split(bundle)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		if len(entries) != leaves.W {
			return 0, fmt.Errorf("%s has %d entries, the tree %d", name, len(entries), leaves.W)
		}
		for i, entry := range entries {
			index, leaf := first+int64(i), tlog.RecordHash(entry)
			if !bytes.Equal(leaf[:], t.proven[leaves][i*tlog.HashSize:(i+1)*tlog.HashSize]) {
				return 0, fmt.Errorf("%s: entry %d is not the one of %s", name, index, path(leaves))
			}
			proof, err := tlog.ProveRecord(tree.N, index, t)
			if err == nil {
				err = tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf)
			}
			if err != nil {
				return 0, fmt.Errorf("entry %d: %w", index, err)
			}
		}
		bundles++
	}
	return bundles, nil
}

// split takes a bundle apart: 16 bits of length before each entry.
func split(bundle []byte) (entries [][]byte, err error) {
	for len(bundle) > 0 {
		if len(bundle) < 2 || len(bundle)-2 < int(binary.BigEndian.Uint16(bundle)) {
			return nil, errors.New("breaks off in an entry")
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		entries, bundle = append(entries, bundle[2:end]), bundle[end:]
	}
	return entries, nil
}

// proveBeginning proves that the tree of an earlier checkpoint is the beginning of this one.
func (t *tiles) proveBeginning(tree tlog.Tree, name string, keys []note.Verifier) error {
	message, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	earlier, err := openCheckpoint(message, keys)
	if err != nil {
		return err
	}
	if earlier.N > tree.N {
		return fmt.Errorf("the log had %d entries and has %d: it was cut off", earlier.N, tree.N)
	}
	if earlier.N == 0 {
		return nil
	}
	proof, err := tlog.ProveTree(tree.N, earlier.N, t)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, tree.N, tree.Hash, earlier.N, earlier.Hash)
}
