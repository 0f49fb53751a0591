//go:build unix

package file_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wordrotator/wrd/internal/file"
)

// write writes text to path.
func write(path, text string) error {
	out, err := file.Create(context.Background(), path)
	if err != nil {
		return err
	}
	defer out.Abort()
	if _, err := io.WriteString(out, text); err != nil {
		return err
	}
	return out.Commit()
}

// tree lists a folder, with the kinds of files and what links lead to.
func tree(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		text := e.Name()
		if link, err := os.Readlink(filepath.Join(dir, text)); err == nil {
			text += "->" + strings.TrimPrefix(link, dir)
		} else if !e.Type().IsRegular() {
			text += ":" + e.Type().String()[:1]
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// What links lead to is written, whether it is there or not; the links stay.
func TestCreateFollowsLinks(t *testing.T) {
	for _, c := range []struct {
		name  string
		links []string // name=target
		path  string
		file  string // that is written
	}{
		{"one", []string{"link=old"}, "link", "old"},
		{"a chain", []string{"a=b", "b=folder/c", "folder/c=../old"}, "a", "old"},
		{"dangling", []string{"link=new"}, "link", "new"},
		{"a folder", []string{"link=folder"}, "link/new", "folder/new"},
		{"back out of a linked folder", []string{"link=folder/inner", "up=link/../new"}, "up", "folder/new"},
		{"absolute", []string{"link=DIR/old"}, "link", "old"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := errors.Join(os.MkdirAll(filepath.Join(dir, "folder", "inner"), 0o777),
				os.WriteFile(filepath.Join(dir, "old"), []byte("old"), 0o666)); err != nil {
				t.Fatal(err)
			}
			for _, link := range c.links {
				name, target, _ := strings.Cut(link, "=")
				if err := os.Symlink(strings.Replace(target, "DIR", dir, 1), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			before := tree(t, dir)
			if err := write(filepath.Join(dir, c.path), "new"); err != nil {
				t.Fatal(err)
			}
			if b, err := os.ReadFile(filepath.Join(dir, c.file)); string(b) != "new" {
				t.Errorf("%s holds %q (%v)", c.file, b, err)
			}
			if after := strings.Replace(tree(t, dir), " new", "", 1); after != before {
				t.Errorf("found %s, before %s", after, before)
			}
		})
	}
}

// Nothing that is not a plain file is replaced: it is written to, or rejected.
func TestCreateOnWhatIsNoFile(t *testing.T) {
	// One folder for all, so that a temporary file that is left shows; short, for the name of a socket.
	dir, err := os.MkdirTemp("", "wrd")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	at := func(name string) string { return filepath.Join(dir, name) }
	listener, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if err := errors.Join(os.Mkdir(at("folder"), 0o777), syscall.Mkfifo(at("pipe"), 0o666),
		os.Symlink("loop2", at("loop1")), os.Symlink("loop1", at("loop2")), os.Symlink("/dev/null", at("null")),
		os.Symlink("/dev/fd/987", at("closed"))); err != nil {
		t.Fatal(err)
	}
	if syscall.Mknod(at("disk"), syscall.S_IFBLK|0o666, 0) != nil {
		t.Log("a disk cannot be made, and is not tested")
	}
	before := tree(t, dir)
	for _, c := range []struct{ name, want string }{
		{"folder", "folder: cannot be written: found a directory, expected a file"},
		{"socket", "socket: cannot be written: found a socket, expected a file"},
		{"disk", "disk: cannot be written: found a device, expected a file"},
		{"loop1", "loop1: cannot be written: too many symbolic links"},
		{"closed", "closed: cannot be written: bad file descriptor"},
		{"null", ""},
		{"pipe", ""},
	} {
		if _, err := os.Lstat(at(c.name)); err != nil {
			continue
		}
		read := make(chan string)
		go func() {
			var b []byte
			if c.name == "pipe" {
				b, _ = os.ReadFile(at(c.name))
			}
			read <- string(b)
		}()
		err := write(at(c.name), "text")
		if got := <-read; c.name == "pipe" && got != "text" {
			t.Errorf("the pipe got %q", got)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if o, err := file.CreateOwn(at(c.name)); err == nil {
			o.Abort()
			t.Errorf("%s: a file of ours was begun", c.name)
		}
	}
	if after := tree(t, dir); after != before {
		t.Errorf("found %s, before %s", after, before)
	}
}

// A link that is put in the place of the file while it is written is not followed, and not replaced.
func TestCommitOnLink(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new")
	chosen := func(path string) (*file.Output, error) { return file.Create(t.Context(), path) }
	for _, create := range []func(string) (*file.Output, error){chosen, file.CreateOwn} {
		o, err := create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("elsewhere", path); err != nil {
			t.Fatal(err)
		}
		if err := o.Commit(); err == nil || !strings.HasSuffix(err.Error(), "found a symbolic link, expected a file") {
			t.Error(err)
		}
		if got := tree(t, dir); got != "new->elsewhere" {
			t.Error(got)
		}
		os.Remove(path)
	}
}

// A descriptor such as /dev/stdout gets the bytes after those that went to it before, also where it is a plain file.
func TestCreateDescriptor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "printed")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	defer func() { os.Stdout = stdout }()
	os.Stdout = f
	io.WriteString(f, "first ")
	if err := write(fmt.Sprintf("/dev/fd/%d", f.Fd()), "second "); err != nil {
		t.Fatal(err)
	}
	const want = "what this run prints goes to the same file, expected another one"
	if err := write(path, "lost"); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Error(err)
	}
	io.WriteString(f, "third")
	f.Close()
	if b, _ := os.ReadFile(path); string(b) != "first second third" {
		t.Errorf("found %q", b)
	}
}

func TestCheckInputs(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	input, err := os.Create("input")
	if err == nil {
		err = errors.Join(os.Symlink("input", "link"), os.Link("input", "hard"), os.WriteFile("other", nil, 0o666),
			os.MkdirAll("set/scores", 0o777), os.WriteFile("set/scores/a", nil, 0o666),
			os.Symlink("set/scores/a", "into"))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	for _, c := range []struct{ target, inputs, want string }{
		{"input", "other input", "input is an input of this run too, expected another file"},
		{"link", "other input", "link is the same file as input, an input of this run, expected another file"},
		{"hard", "input", "hard is the same file as input, an input of this run, expected another file"},
		{"input", "link", "input is the same file as link, an input of this run, expected another file"},
		{"./input", "input", "./input is the same file as input, an input of this run, expected another file"},
		{"hard", "-", "hard is the same file as standard input, an input of this run, expected another file"},
		{"into", "set", "into is in set, an input of this run, expected another file"},
		{"other", "input set -", ""},
		{"new", "input set missing", ""},
		{"/dev/null", "/dev/null", ""},
	} {
		err := file.CheckInputs(c.target, strings.Fields(c.inputs), input)
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%s, reading %s: %v, want %q", c.target, c.inputs, err, c.want)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"input", "hard", true}, {"input", "other", false}, {"new", dir + "/new", true}, {"new", "newer", false},
		{"new", "input", false},
	} {
		if got := file.Same(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

// Creating a pipe that nobody reads, and writing to one that is full, end with the context.
func TestCreateInterrupted(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	if _, err := file.Create(ctx, pipe); !errors.Is(err, stop) || !strings.HasPrefix(err.Error(), pipe) {
		t.Errorf("without a reader: got %v", err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	ctx, cancel = context.WithCancelCause(context.Background())
	out, err := file.Create(ctx, pipe)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Abort()
	cancel(stop)
	if _, err := out.Write(make([]byte, 1<<20)); !errors.Is(err, stop) || !errors.Is(out.Failed(), stop) {
		t.Errorf("full: got %v", err)
	}
}
