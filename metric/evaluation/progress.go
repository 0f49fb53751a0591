package evaluation

// A Progress shows how far long work is. It is called when the work begins, with what it is ("scoring") and a function
// that any goroutine may ask for the position at any time; total is 0 if it is not known. The function that it returns
// is called when the work ends. A nil Progress, or work whose position is not known, shows nothing.
type Progress func(what string, position func() (done, total int64)) (stop func())

// start begins to show work.
func (p Progress) start(what string, position func() (done, total int64)) (stop func()) {
	if p == nil || position == nil {
		return func() {}
	}
	return p(what, position)
}
