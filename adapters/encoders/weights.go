package encoders

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/edsrzf/mmap-go"
)

// otherWeights are files of weights in formats that are not read, which run code or need another library.
var otherWeights = []string{"pytorch_model.bin", "model.safetensors.index.json", "tf_model.h5", "flax_model.msgpack",
	"model.onnx"}

// openWeights maps the weights of a folder, which then cost no memory until they are read, and reads them where they
// cannot be mapped. The mapping stays until the process ends.
func openWeights(dir string) ([]byte, error) {
	path := filepath.Join(dir, weightsFile)
	err := checkPlain(path)
	if errors.Is(err, fs.ErrNotExist) {
		for _, other := range otherWeights {
			if isFile(filepath.Join(dir, other)) {
				return nil, fmt.Errorf("%s: found weights in %s, expected one file %s", dir, other, weightsFile)
			}
		}
		return nil, missing(dir, weightsFile)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close() // a mapping stays
	info, err := f.Stat()
	if err != nil {
		return nil, plain(err)
	}
	if info.Size() == 0 { // which cannot be mapped
		return nil, nil
	}
	weights, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return readFile(path)
	}
	return weights, nil
}
