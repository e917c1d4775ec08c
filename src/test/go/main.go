// Command main holds Rota's logs to golang.org/x/mod/sumdb, and makes some for Rota to be held to.
//
//	main check DIR VKEY    verifies checkpoint, tiles, entries, and proofs of the log in DIR
//	main prove DIR         verifies the proofs that Rota wrote to DIR/proofs
//	main make DIR N        writes a log of N entries, its key and proofs to DIR
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func holds(truth bool, format string, of ...any) {
	if !truth {
		must(fmt.Errorf(format, of...))
	}
}

// A checkpoint's text: origin, size, root.
func head(text string) (int64, tlog.Hash) {
	lines := strings.Split(text, "\n")
	holds(len(lines) == 4 && lines[3] == "", "a checkpoint of %d lines", len(lines)-1)
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	return size, hash(lines[2])
}

func hash(text string) (hash tlog.Hash) {
	raw, err := base64.StdEncoding.DecodeString(text)
	must(err)
	holds(len(raw) == len(hash), "a hash of %d bytes", len(raw))
	copy(hash[:], raw)
	return hash
}

func open(file, vkey string) (int64, tlog.Hash) {
	verifier, err := note.NewVerifier(vkey)
	must(err)
	bytes, err := os.ReadFile(file)
	must(err)
	signed, err := note.Open(bytes, note.VerifierList(verifier))
	must(err)
	holds(len(signed.Sigs) == 1, "%d signatures verify", len(signed.Sigs))
	return head(signed.Text)
}

// The files of a tlog-tiles log; sumdb's own paths name the tile's height as well.
type tiles struct{ dir string }

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) path(tile tlog.Tile) string {
	return filepath.Join(t.dir, strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
}
func (t tiles) ReadTiles(all []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range all {
		bytes, err := os.ReadFile(t.path(tile))
		if err != nil {
			return nil, err
		}
		found = append(found, bytes)
	}
	return found, nil
}

func check(dir, vkey string) {
	size, root := open(filepath.Join(dir, "checkpoint"), vkey)
	// TileHashReader authenticates each tile against the root.
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles{dir})
	for n := int64(0); n < size; n++ {
		stored, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, n)})
		must(err)
		holds(stored[0] == tlog.RecordHash(entry(dir, n, size)), "entry %d is not in its tile", n)
	}
	for n := int64(0); n < size; n += 1 + size/97 {
		proof, err := tlog.ProveRecord(size, n, reader)
		must(err)
		must(tlog.CheckRecord(proof, size, root, n, tlog.RecordHash(entry(dir, n, size))))
	}
	fmt.Printf("log of %d entries\n", size)
}

// The nth entry, from its bundle.
func entry(dir string, n, size int64) []byte {
	width := size - n/256*256
	path := filepath.Join(dir, "tile", "entries", fmt.Sprintf("%03d", n/256))
	if width < 256 {
		path = filepath.Join(path+".p", strconv.FormatInt(width, 10))
	}
	bundle, err := os.ReadFile(path)
	must(err)
	for skip := n % 256; ; skip-- {
		length := int(binary.BigEndian.Uint16(bundle))
		if skip == 0 {
			return bundle[2 : 2+length]
		}
		bundle = bundle[2+length:]
	}
}

// Lines of "record|tree, N, M, hash, root, proof…": a leaf N or an older size N of a tree of M.
func prove(dir string) {
	text, err := os.ReadFile(filepath.Join(dir, "proofs"))
	must(err)
	count := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		words := strings.Fields(line)
		n, err := strconv.ParseInt(words[1], 10, 64)
		must(err)
		m, err := strconv.ParseInt(words[2], 10, 64)
		must(err)
		var proof []tlog.Hash
		for _, word := range words[5:] {
			proof = append(proof, hash(word))
		}
		if words[0] == "record" {
			must(tlog.CheckRecord(proof, m, hash(words[4]), n, hash(words[3])))
		} else {
			must(tlog.CheckTree(proof, m, hash(words[4]), n, hash(words[3])))
		}
		count++
	}
	fmt.Printf("%d proofs\n", count)
}

type memory []tlog.Hash

func (m memory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, i := range indexes {
		found = append(found, m[i])
	}
	return found, nil
}

func make_(dir string, size int64) {
	private, public, err := note.GenerateKey(nil, "go.example/log")
	must(err)
	signer, err := note.NewSigner(private)
	must(err)
	var stored memory
	roots := make([]tlog.Hash, size+1)
	for n := int64(0); n < size; n++ {
		hashes, err := tlog.StoredHashes(n, []byte(fmt.Sprint("entry ", n)), stored)
		must(err)
		stored = append(stored, hashes...)
		roots[n+1], err = tlog.TreeHash(n+1, stored)
		must(err)
	}
	root := roots[size]
	text := fmt.Sprintf("go.example/log\n%d\n%s\n", size, root)
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	must(err)
	var proofs bytes.Buffer
	for n := int64(0); n < size; n += 1 + size/61 {
		proof, err := tlog.ProveRecord(size, n, stored)
		must(err)
		line(&proofs, "record", n, size, tlog.RecordHash([]byte(fmt.Sprint("entry ", n))), root, proof)
		if n > 0 {
			proof, err := tlog.ProveTree(size, n, stored)
			must(err)
			line(&proofs, "tree", n, size, roots[n], root, proof)
		}
	}
	for name, content := range map[string][]byte{
		"checkpoint": signed, "vkey": []byte(public), "skey": []byte(private), "proofs": proofs.Bytes()} {
		must(os.WriteFile(filepath.Join(dir, name), content, 0600))
	}
}

func line(to *bytes.Buffer, kind string, n, m int64, hash, root tlog.Hash, proof []tlog.Hash) {
	fmt.Fprintf(to, "%s %d %d %s %s", kind, n, m, hash, root)
	for _, one := range proof {
		fmt.Fprintf(to, " %s", one)
	}
	fmt.Fprintln(to)
}

func main() {
	switch args := os.Args[1:]; args[0] {
	case "check":
		check(args[1], args[2])
	case "prove":
		prove(args[1])
	case "make":
		size, err := strconv.ParseInt(args[2], 10, 64)
		must(err)
		make_(args[1], size)
	}
}
