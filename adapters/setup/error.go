package setup

import (
	"errors"
	"fmt"
	"strings"
)

// An Error says what is wrong with settings. It names them as in JSON; Named and In name them as a host does, and Hint
// says what to do.
type Error struct {
	format string
	args   []any // those of the types Name and Switches are names of settings
	hint   *Error
}

// A Name is that of a setting, or of another option of a job, in the arguments of Errorf.
type Name string

// Switches are options that are to be on together.
type Switches []Name

// Errorf makes an Error, of which the arguments that are Names or Switches stand for settings.
func Errorf(format string, args ...any) *Error { return &Error{format: format, args: args} }

// Hinted adds what to do about an error.
func (e *Error) Hinted(format string, args ...any) *Error {
	e.hint = Errorf(format, args...)
	return e
}

// Error says what is wrong.
func (e *Error) Error() string { return e.Named(nil) }

// unnamed is an error without the name of the setting that it begins with.
type unnamed struct {
	error
	name string
}

func (e *unnamed) Error() string { return strings.TrimPrefix(e.error.Error(), e.name) }

func (e *unnamed) Unwrap() error { return e.error }

// Named is Error with the names of settings as host has them: --mass-power for mass_power. nil leaves those of JSON.
func (e *Error) Named(host func(setting string) string) string {
	if host == nil {
		host = func(setting string) string { return setting }
	}
	args := make([]any, len(e.args))
	for i, arg := range e.args {
		switch setting := arg.(type) {
		case Name:
			arg = host(string(setting))
		case Switches:
			names, between := make([]string, len(setting)), " and "
			for k, name := range setting {
				if names[k] = host(string(name)); names[k] != string(name) {
					between = " " // of flags
				}
			}
			arg = strings.Join(names, between)
		}
		args[i] = arg
	}
	return fmt.Errorf(e.format, args...).Error()
}

// In returns the message of an error with the names of settings as Named has them, if there is an Error in it.
func In(err error, host func(setting string) string) string {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err.Error()
	}
	return strings.Replace(err.Error(), e.Error(), e.Named(host), 1)
}

// Unwrap returns the error below, nil if there is none.
func (e *Error) Unwrap() error {
	for _, arg := range e.args {
		if err, ok := arg.(error); ok {
			return err
		}
	}
	return nil
}

// about puts the name of a setting before an error that does not know it.
func about(setting string, err error) error {
	if _, ok := errors.AsType[*Error](err); ok || err == nil {
		return err
	}
	return Errorf("%v: %w", Name(setting), err)
}
