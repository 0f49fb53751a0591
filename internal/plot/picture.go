package plot

import (
	_ "embed"
	"html/template"
	"sync"
)

// A picture is what the template draws.
type picture struct {
	Name, Description string
	Width, Height     float64
	Panels            []panel
}

//go:embed picture.svg.tmpl
var pictureText string

// pictureTemplate has the light colors as attributes, which every program that shows SVG knows, and the dark ones in a
// style, for those that ask what the reader prefers. Blue and orange are those of Okabe and Ito's palette, which people
// who do not tell red from green can tell apart. The style holds within the picture, also where it stands in a page.
var pictureTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("picture").Funcs(template.FuncMap{"px": px}).Parse(pictureText))
})
