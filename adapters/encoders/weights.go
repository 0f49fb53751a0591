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
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		for _, other := range otherWeights {
			if isFile(filepath.Join(dir, other)) {
				return nil, fmt.Errorf("%s: found weights in %s, expected one file %s", dir, other, weightsFile)
			}
		}
		return nil, missing(dir, weightsFile)
	}
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close() // a mapping stays
	info, err := f.Stat()
	if err != nil {
		return nil, plain(err)
	}
	if !info.Mode().IsRegular() || info.Size() == 0 { // neither a pipe nor nothing can be mapped
		return os.ReadFile(path)
	}
	weights, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return os.ReadFile(path)
	}
	return weights, nil
}
