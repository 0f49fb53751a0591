// Contextgen makes a built-in encoder of package encoder from a folder with a model of wider numbers: its matrices
// become int8 with a scale for each row, unless they are, its vectors float32, the pieces of a tokenizer.json are packed,
// and the other files stay as they are. Run it by "go generate" in the folder of package encoder.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

const (
	weightsFile    = "model.safetensors" // is made smaller
	configFile     = "config.json"
	vocabularyFile = "vocab.txt"
	tokenizerFile  = "tokenizer.json"     // in place of vocab.txt; loses its pieces to the next
	piecesFile     = "pieces.safetensors" // is made
)

func main() {
	from := flag.String("model", "", "folder of the model")
	to := flag.String("o", "", "folder to write to")
	vocabulary := flag.Bool("vocabulary", true, "write "+vocabularyFile+" too; the program needs it once")
	flag.Parse()
	if err := run(*from, *to, *vocabulary); err != nil {
		fmt.Fprintln(os.Stderr, "contextgen:", err)
		os.Exit(1)
	}
}

func run(from, to string, vocabulary bool) error {
	files, err := generate(from)
	if !vocabulary {
		delete(files, vocabularyFile)
	}
	for name, content := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(to, name), content, 0o666))
	}
	return err
}

// generate returns the contents of the files, by name.
func generate(from string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, name := range []string{weightsFile, configFile, vocabularyFile, tokenizerFile} {
		content, err := os.ReadFile(filepath.Join(from, name))
		switch {
		case errors.Is(err, fs.ErrNotExist) && (name == vocabularyFile || name == tokenizerFile):
		case err != nil:
			return nil, err
		default:
			files[name] = content
		}
	}
	if content, ok := files[tokenizerFile]; ok {
		rest, packed, err := pieces.Pack(content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tokenizerFile, err)
		}
		files[tokenizerFile], files[piecesFile] = rest, packed
	}
	weights, err := quantize(files[weightsFile])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", weightsFile, err)
	}
	files[weightsFile] = weights
	return files, nil
}

// quantize rewrites a safetensors file.
func quantize(content []byte) ([]byte, error) {
	tensors, begin, err := safetensors.ReadHeader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	var w safetensors.Writer
	for _, t := range tensors {
		if !t.Type.Exact() || len(t.Shape) < 1 || len(t.Shape) > 2 {
			return nil, fmt.Errorf("tensor %q: found %s %d, expected a vector or a matrix", t.Name, t.Type, t.Shape)
		}
		if t.Type == "I8" { // with its scales, which come next
			w.Add(t.Name, t.Type, t.Shape, content[begin+t.Offsets[0]:begin+t.Offsets[1]])
			continue
		}
		columns := int(t.Shape[len(t.Shape)-1])
		row := make([]float32, columns)
		var values, scales []byte
		for b := content[begin+t.Offsets[0] : begin+t.Offsets[1]]; len(b) > 0; b = b[columns*t.Type.Size():] {
			if !t.Type.Decode(row, b) {
				return nil, fmt.Errorf("tensor %q: found a number that is not finite", t.Name)
			}
			if len(t.Shape) == 1 {
				for _, x := range row {
					values = binary.LittleEndian.AppendUint32(values, math.Float32bits(x))
				}
				continue
			}
			var scale float32
			values, scale = appendIntegers(values, row)
			scales = binary.LittleEndian.AppendUint32(scales, math.Float32bits(scale))
		}
		if len(t.Shape) == 1 {
			w.Add(t.Name, "F32", t.Shape, values)
			continue
		}
		w.Add(t.Name, "I8", t.Shape, values)
		w.Add(t.Name+".scale", "F32", t.Shape[:1], scales)
	}
	return w.Bytes()
}

// appendIntegers appends the integers nearest to the numbers over the scale, with which the largest becomes ±127.
func appendIntegers(dst []byte, row []float32) (_ []byte, scale float32) {
	largest := 0.0
	for _, x := range row {
		largest = max(largest, math.Abs(float64(x)))
	}
	scale = float32(largest / math.MaxInt8)
	for _, x := range row {
		q := 0.0
		if scale > 0 {
			q = math.RoundToEven(float64(x) / float64(scale))
		}
		dst = append(dst, byte(int8(max(-math.MaxInt8, min(math.MaxInt8, q)))))
	}
	return dst, scale
}
