// Contextgen makes a built-in encoder of package encoder from a folder with a model of wider numbers: its matrices
// become int8 with a scale for each row, unless they are, its vectors float32, the pieces of a tokenizer.json are packed,
// and the other files stay as they are. A factorised table of pieces, most of such a model, becomes integers of 4 bits.
// Run it by "go generate" in the folder of package encoder.
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
	"strings"

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
	bytesOf := map[string][]byte{}
	for _, t := range tensors {
		bytesOf[t.Name] = content[begin+t.Offsets[0] : begin+t.Offsets[1]]
	}
	var w safetensors.Writer
	for _, t := range tensors {
		if !t.Type.Exact() || len(t.Shape) < 1 || len(t.Shape) > 2 {
			return nil, fmt.Errorf("tensor %q: found %s %d, expected a vector or a matrix", t.Name, t.Type, t.Shape)
		}
		module, isScale := strings.CutSuffix(strings.TrimSuffix(t.Name, ".weight"), ".weight"+scaleSuffix)
		isTable := bytesOf[module+"_projection.weight"] != nil
		data, columns := bytesOf[t.Name], int(t.Shape[len(t.Shape)-1])
		switch {
		case isTable && isScale: // which becomes another one
		case isTable && columns%2 == 0:
			values, scales, err := integers(t, data, bytesOf[t.Name+scaleSuffix], 7)
			if err != nil {
				return nil, err
			}
			addIntegers(&w, t.Name, "U8", []int64{t.Shape[0], t.Shape[1] / 2}, inPairs(values), scales)
		case t.Type == "I8": // with its scales, which come next
			w.Add(t.Name, t.Type, t.Shape, data)
		case len(t.Shape) == 2:
			values, scales, err := integers(t, data, nil, math.MaxInt8)
			if err != nil {
				return nil, err
			}
			addIntegers(&w, t.Name, "I8", t.Shape, values, scales)
		default:
			vector := make([]float32, columns)
			if !t.Type.Decode(vector, data) {
				return nil, notFinite(t)
			}
			w.Add(t.Name, "F32", t.Shape, appendNumbers(nil, vector...))
		}
	}
	return w.Bytes()
}

const scaleSuffix = ".scale"

func addIntegers(w *safetensors.Writer, name string, kind safetensors.Type, shape []int64, values, scales []byte) {
	w.Add(name, kind, shape, values)
	w.Add(name+scaleSuffix, "F32", shape[:1], scales)
}

func notFinite(t *safetensors.Tensor) error {
	return fmt.Errorf("tensor %q: found a number that is not finite", t.Name)
}

// integers returns those of the rows of a matrix, of magnitudes up to most, and the scale of each row. given are the scales
// that the rows have, if they are integers.
func integers(t *safetensors.Tensor, data, given []byte, most float64) (values, scales []byte, err error) {
	row, own := make([]float32, t.Shape[1]), []float32{1}
	for size := len(row) * t.Type.Size(); len(data) > 0; data = data[size:] {
		finite := t.Type.Decode(row, data)
		if given != nil {
			finite = safetensors.Type("F32").Decode(own, given) && finite
			given = given[4:]
		}
		if !finite {
			return nil, nil, notFinite(t)
		}
		for k := range row {
			row[k] *= own[0]
		}
		var scale float32
		values, scale = appendIntegers(values, row, most)
		scales = appendNumbers(scales, scale)
	}
	return values, scales, nil
}

// inPairs returns integers of 4 bits, two of them in a byte, the first one in its lower half.
func inPairs(values []byte) []byte {
	pairs := make([]byte, len(values)/2)
	for i := range pairs {
		pairs[i] = values[2*i]&15 | values[2*i+1]<<4
	}
	return pairs
}

func appendNumbers(dst []byte, numbers ...float32) []byte {
	for _, x := range numbers {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
	}
	return dst
}

// appendIntegers appends the integers nearest to the numbers over the scale, with which the largest becomes ±most.
func appendIntegers(dst []byte, row []float32, most float64) (_ []byte, scale float32) {
	largest := 0.0
	for _, x := range row {
		largest = max(largest, math.Abs(float64(x)))
	}
	scale = float32(largest / most)
	for _, x := range row {
		q := 0.0
		if scale > 0 {
			q = math.RoundToEven(float64(x) / float64(scale))
		}
		dst = append(dst, byte(int8(max(-most, min(most, q)))))
	}
	return dst, scale
}
