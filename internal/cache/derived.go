package cache

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/wordrotator/wrd/metric/embedding"
)

// Derived returns vectors that are computed from others: the table that was made of them before, or what
// build returns, of which one is made. key must name all that the result depends on, by content: the digest
// of the vectors, the hash of the converter's fit, and a version of the computation, in any form that people
// can read, for List shows it. name is the Store's Name.
//
// build may be called again later, from any goroutine that uses the Store, if the table turns out to be
// damaged; so it must keep what it needs, and always give the same bits.
func (c *Cache) Derived(name, key string, build func() (*embedding.Store, error)) (*embedding.Store, error) {
	if !c.usable() {
		return build()
	}
	sum := sha256.Sum256([]byte(key))
	entry := c.entryFile(KindConverted, hex.EncodeToString(sum[:]), 0)
	compile := func() (*embedding.Store, error) {
		s, err := build()
		if err == nil {
			c.write(entry, s, about{Kind: KindConverted, Source: key})
		}
		return s, err
	}
	if s, _, ok := c.open(entry, name, compile); ok {
		return s, nil
	}
	return compile()
}
