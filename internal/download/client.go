package download

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/wordrotator/wrd/internal/wording"
)

const (
	connectTimeout = 30 * time.Second
	maxRedirects   = 10
)

// newClient returns a client that honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and what closes its
// connections.
func newClient() (client *http.Client, stop func()) {
	transport := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: connectTimeout}).DialContext,
		TLSHandshakeTimeout: connectTimeout,
		ForceAttemptHTTP2:   true,
		DisableCompression:  true,
	}
	return &http.Client{Transport: transport, CheckRedirect: checkRedirect}, transport.CloseIdleConnections
}

// errRedirect marks redirections that are not followed.
var errRedirect = errors.New("redirection not followed")

// checkRedirect follows a bounded number of redirections, and none from a protected connection to an open one.
func checkRedirect(request *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("%w: more than %d in a row, the last one to %s", errRedirect, maxRedirects,
			wording.Clip(request.URL.Redacted()))
	case request.URL.Scheme != "http" && request.URL.Scheme != "https":
		return fmt.Errorf("%w: to %s, expected an address that begins with https:// or http://", errRedirect,
			wording.Clip(request.URL.Redacted()))
	case via[len(via)-1].URL.Scheme == "https" && request.URL.Scheme != "https":
		return fmt.Errorf("%w: from https to %s", errRedirect, wording.Clip(request.URL.Redacted()))
	}
	return nil
}

// lasts says whether an error of the network would come again at the next try.
func lasts(err error) bool {
	if dnsErr, ok := errors.AsType[*net.DNSError](err); ok {
		return dnsErr.IsNotFound
	}
	return errors.Is(err, errRedirect) || errors.As(err, new(*tls.CertificateVerificationError))
}
