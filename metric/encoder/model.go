package encoder

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// A Model is an encoder such as BERT: its tokenizer, its weights and how it computes. It does not change, so any number
// of goroutines may use one Model.
type Model struct {
	name      string
	files     Files
	config    *config
	tokenizer *pieces.Tokenizer
	parts     *parts
	tested    bool // its weights are known to be within their bounds

	digest     func() (string, error)
	unreadable atomic.Pointer[error] // what hash met
	embeddings func() (*embeddings, error)
	floats     *stack
	integers   *stack
}

// Files are the contents of the files of a model, as Hugging Face's transformers save it.
type Files struct {
	Name    string // Model.Name
	Folder  string // what errors call the folder; Name if it is empty
	Config  []byte // config.json
	Weights []byte // model.safetensors; not copied: it must stay as it is as long as the Model is used
	// WeightsSHA256 returns the SHA-256 of Weights, in hexadecimal; nil for who does not know it better than by reading
	// all of them, which takes as much memory where they are mapped. It is called by Digest. If it fails, so do
	// encoders.
	WeightsSHA256 func() (string, error)
	pieces.Files
}

// Names of the files in errors.
const (
	configFile  = "config.json"
	weightsFile = "model.safetensors"
)

// Read reads a model. The model_type of its config.json must be "bert" (which MiniLM, bge, e5 and LaBSE are too),
// "distilbert", "modernbert" (mmBERT, too), "roberta" or "xlm-roberta", its activation gelu, gelu_new or relu, its weights
// F32, F16 or BF16, or I8 with a scale of F32 for each row in a tensor of the same name with ".scale" behind it. A tensor of
// U8 that is half as wide has two integers of 4 bits in each byte, also with scales: first the lower half of the byte,
// both in two's complement.
//
// States are those that transformers computes: of ModernBERT those of the last layer are behind the last LayerNorm, those of
// other layers, from 1 on, before any.
//
// The table of pieces may be factorised (Lan et al. 2020): where config.json says "embedding_size": n, it has n columns, and
// the tensor of its name with _projection before .weight, of n columns too and a row for each component of a state, maps
// its rows to states, without a bias, before those of positions and types are added and LayerNorm is applied.
//
// A model may have a token projection, W and b in the tensors projection.weight and projection.bias: where config.json
// says "token_projection": n, the states of the last layer are Wx + b, of n components, for every state x.
//
// Errors name the file, the tensor, what was found and what was expected. Weights are looked at when they are needed:
// numbers that are not finite are an error of NewEncoder, or of Encode if a piece of the text has them.
func Read(files Files) (*Model, error) {
	files.Folder = cmp.Or(files.Folder, files.Name)
	failed := func(file string, err error) (*Model, error) {
		return nil, fmt.Errorf("%s/%s: %w", files.Folder, file, err)
	}
	c, err := readConfig(files.Config)
	if err != nil {
		return failed(configFile, err)
	}
	t, err := openTensors(files.Weights)
	if err != nil {
		return failed(weightsFile, err)
	}
	p, err := findParts(t, c)
	if err != nil {
		return failed(weightsFile, err)
	}
	tokenizer, err := pieces.Read(files.Files)
	if err != nil {
		return nil, fmt.Errorf("%s/%w", files.Folder, err)
	}
	if tokenizer.Size() > c.vocabulary {
		return failed(configFile, fmt.Errorf("vocab_size: found %d, expected at least the tokenizer's %d", c.vocabulary,
			tokenizer.Size()))
	}
	// A model may have more embeddings than pieces, but then the last piece is whole.
	if v := files.Vocabulary; tokenizer.Size() < c.vocabulary && files.TokenizerJSON == nil && len(v) > 0 &&
		v[len(v)-1] != '\n' {
		return failed("vocab.txt", fmt.Errorf("found %d pieces and no end of the last line, expected %d: the file is cut off",
			tokenizer.Size(), c.vocabulary))
	}
	m := &Model{name: files.Name, files: files, config: c, tokenizer: tokenizer, parts: p}
	m.digest = sync.OnceValues(m.hash)
	m.embeddings = once(m, func() (*embeddings, error) { return newEmbeddings(m) })
	m.floats, m.integers = newStack(m, Float32), newStack(m, Int8)
	return m, nil
}

// once is sync.OnceValues for what is made of the weights.
func once[T any](m *Model, make func() (*T, error)) func() (*T, error) {
	return sync.OnceValues(func() (*T, error) {
		v, err := make()
		if err != nil {
			return nil, m.wrong(err)
		}
		return v, nil
	})
}

// wrong says which file has wrong weights.
func (m *Model) wrong(err error) error {
	return fmt.Errorf("%s/%s: %w", m.files.Folder, weightsFile, err)
}

// Name returns the name that Read was given.
func (m *Model) Name() string { return m.name }

// Pieces appends the pieces that a text is split into to dst, without special tokens and however long the text is.
func (m *Model) Pieces(dst []Piece, text string) []Piece {
	var s split
	s.of(m.tokenizer, text)
	n := len(dst)
	dst = slices.Grow(dst, len(s.pieces))[:n+len(s.pieces)]
	s.into(dst[n:], m.tokenizer)
	return dst
}

// Words returns the words of a text as people read them, from the texts of its pieces in order, and to which of these
// words each piece belongs: see pieces.Tokenizer.
func (m *Model) Words(texts []string) (words []string, places []int) { return m.tokenizer.Words(texts) }

// Layers returns the number of layers. Layers are counted from 0, the embeddings, to this number.
func (m *Model) Layers() int { return m.config.layers }

// TunedLayer returns the layer that the model was tuned for, as "token_layer" of its config.json names it, and whether
// it does.
func (m *Model) TunedLayer() (layer int, ok bool) { return m.config.tuned, m.config.tuned >= 0 }

// Dim returns how many components the states of the last layer have, after the token projection if the model has one.
func (m *Model) Dim() int { return m.DimAt(m.config.layers) }

// DimAt returns how many components the states of a layer have.
func (m *Model) DimAt(layer int) int {
	if layer == m.config.layers && m.parts.projection != nil {
		return m.config.projection
	}
	return m.config.hidden
}

// Window returns how many pieces the model sees at once. Longer texts are read in overlapping windows.
func (m *Model) Window() int { return m.config.window() }

// Precision returns the format of the weights: "int8" for integers of 8 bits or fewer with a scale for each row, otherwise
// "float32". The format of the computation is that of NewEncoderIn.
func (m *Model) Precision() string {
	if m.parts.words.scales != nil {
		return "int8"
	}
	return "float32"
}

// Digest returns a hash of the contents of all files, in hexadecimal: SHA-256 of the SHA-256 of each file, in the order
// of Files, nothing where a file is missing. The first call reads them; where that is not possible any more, encoders
// fail from then on.
func (m *Model) Digest() string {
	digest, err := m.digest()
	if err != nil {
		m.unreadable.CompareAndSwap(nil, &err)
	}
	return digest
}

func (m *Model) hash() (digest string, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer unreadable(&err)
	h, f := sha256.New(), &m.files
	contents := [][]byte{f.Config, f.Weights, f.Vocabulary, f.TokenizerJSON, f.TokenizerConfig,
		f.VocabularyJSON, f.Merges}
	for _, later := range [][]byte{f.SentencePiece, f.Packed} { // digests of models without them stay
		if later != nil {
			contents = append(contents, later)
		}
	}
	for i, content := range contents {
		if i == 1 && f.WeightsSHA256 != nil {
			text, err := f.WeightsSHA256()
			sum, errOf := hex.DecodeString(text)
			if err != nil || errOf != nil {
				return "", errUnreadable
			}
			h.Write(sum)
			continue
		}
		sum := sha256.Sum256(content)
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// readable fails if Digest has found that the weights cannot be read any more.
func (m *Model) readable() error {
	if err := m.unreadable.Load(); err != nil {
		return m.wrong(*err)
	}
	return nil
}
