package encoders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/edsrzf/mmap-go"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/encoder"
)

// otherWeights are files of weights in formats that are not read, which run code or need another library.
var otherWeights = []string{"pytorch_model.bin", "model.safetensors.index.json", "tf_model.h5", "flax_model.msgpack",
	"model.onnx"}

// openWeights maps the weights of a folder, which then cost no memory until they are read, and reads them where they
// cannot be mapped. The mapping stays until the process ends, and the file of one open as long as it is referred to. sums
// remembers their SHA-256.
func openWeights(dir string, files *encoder.Files, sums *cache.Cache) (err error) {
	path := filepath.Join(dir, weightsFile)
	err = checkPlain(path)
	if errors.Is(err, fs.ErrNotExist) {
		for _, other := range otherWeights {
			if isFile(filepath.Join(dir, other)) {
				return fmt.Errorf("%s: found weights in %s, expected one file %s", dir, other, weightsFile)
			}
		}
		return missing(dir, weightsFile)
	}
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return file.Named(err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		err = file.Named(err)
	case info.Size() > 0: // nothing cannot be mapped
		if files.Weights, err = mmap.Map(f, mmap.RDONLY, 0); err == nil {
			files.WeightsSHA256 = func() (string, error) {
				sum, size, err := sums.Sum(context.Background(), f)
				if err == nil && size != info.Size() {
					err = io.ErrUnexpectedEOF
				}
				return sum, err
			}
			return nil
		}
		files.Weights, err = readFile(path)
	}
	f.Close()
	return err
}
