package file

import (
	"bufio"
	"cmp"
	"context"
	"io"
)

// Write writes a file aside and gives it its name when it is whole.
func Write(ctx context.Context, path string, write func(io.Writer) error) error {
	out, err := WriteAside(ctx, path, write)
	if err != nil {
		return err
	}
	return out.Commit()
}

// WriteAside writes a file that has yet to be given its name. A full disk shows here.
func WriteAside(ctx context.Context, path string, write func(io.Writer) error) (*Output, error) {
	out, err := Create(ctx, path)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewWriterSize(out, 1<<20)
	err = write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = out.Finish()
	}
	if err != nil {
		out.Abort()
		return nil, cmp.Or(out.Failed(), err)
	}
	return out, nil
}
