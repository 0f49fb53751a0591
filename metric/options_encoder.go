package metric

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/encoder"
)

// Errors of options of encoders.
var (
	errEncodedAndLookedUp = errors.New("encoder: found vectors or token vectors with it, expected one or the other")
	errNoEncoder          = errors.New("converter: found no encoder, expected the one whose states it converts")
	errLayerAlone         = errors.New("layer: found one without an encoder")
	errPrecisionAlone     = errors.New("precision: found one without an encoder")
)

// withLayer fills in the layer and the precision and checks what there is of the encoder.
func (o Options) withLayer() (Options, error) {
	switch {
	case o.Encoder == nil && o.Layer != nil:
		return o, errLayerAlone
	case o.Encoder == nil && o.Precision != "":
		return o, errPrecisionAlone
	case o.Encoder == nil:
		return o, nil
	case o.Vectors != nil || o.TokenVectors != nil:
		return o, errEncodedAndLookedUp
	case o.Layer == nil:
		o.Layer = new(o.Encoder.DefaultLayer())
	}
	if layer, n := *o.Layer, o.Encoder.Layers(); layer < 0 || layer > n {
		return o, fmt.Errorf("layer: found %d, expected 0 to %d, which %s has", layer, n, o.Encoder.Name())
	}
	if o.Precision = cmp.Or(o.Precision, encoder.Float32); !slices.Contains(encoder.Precisions(), o.Precision) {
		return o, fmt.Errorf("precision: found %q, expected one of %q", o.Precision, encoder.Precisions())
	}
	return o, o.checkHiddenStatesConverter()
}

// checkHiddenStatesConverter checks that a converter is for the states that Encoder gives.
func (o *Options) checkHiddenStatesConverter() error {
	c := o.Converter
	if c == nil {
		return nil
	}
	of, states := c.Layer()
	if !states {
		return fmt.Errorf("converter %s: found one for the vectors %s, expected one for the states of %v", c.Letters(),
			c.Vectors().Name(), o.layer())
	}
	expected := o.layer()
	of.Encoder.Name = expected.Encoder.Name // only the digest counts
	if of != expected {
		of, _ = c.Layer()
		return fmt.Errorf("converter %s: found one for the states of %v, expected one for those of %v", c.Letters(), of,
			expected)
	}
	return nil
}

// layer is ConvertedLayer of options whose defaults are filled in.
func (o *Options) layer() convert.Layer {
	return convert.Layer{
		Encoder:   convert.Origin{Name: o.Encoder.Name(), Digest: o.Encoder.Digest()},
		Number:    *o.Layer,
		Precision: string(o.Precision),
		Dim:       o.Encoder.DimAt(*o.Layer),
	}
}

// ConvertedLayer returns the layer whose states a Converter must be made for, by Encoder, Layer and Precision. It fails
// without an Encoder, and for a layer or precision that does not exist.
func (o Options) ConvertedLayer() (convert.Layer, error) {
	o.Converter = nil
	o, err := o.withLayer()
	if err != nil {
		return convert.Layer{}, err
	}
	if o.Encoder == nil {
		return convert.Layer{}, errNoEncoder
	}
	return o.layer(), nil
}

// signEncoder adds to a signature what decides the states.
func (o *Options) signEncoder(s Signature) Signature {
	s = s.With(encoderKey, identity(o.Encoder.Name(), o.Encoder.Digest())).
		With("layer", fmt.Sprint(*o.Layer)).
		With("special-tokens", "left-out")
	if precision := o.Encoder.Precision(); precision != "float32" {
		s = s.With("precision", precision)
	}
	if o.Precision != encoder.Float32 {
		s = s.With("activations", string(o.Precision))
	}
	return s.With(convertKey, converterIdentity(o.Converter)).With(normKey, string(o.Normalize))
}
