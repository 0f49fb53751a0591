// Package tokenize splits text into tokens.
package tokenize
