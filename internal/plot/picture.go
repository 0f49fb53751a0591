package plot

import "html/template"

// A picture is what the template draws.
type picture struct {
	Name, Description string
	Width, Height     float64
	Panels            []panel
}

// pictureTemplate has the light colors as attributes, which every program that shows SVG knows, and the dark ones in a
// style, for those that ask what the reader prefers. Blue and orange are those of Okabe and Ito's palette, which people
// who do not tell red from green can tell apart. The style holds within the picture, also where it stands in a page.
var pictureTemplate = template.Must(template.New("picture").Funcs(template.FuncMap{"px": px}).Parse(
	`<svg xmlns="http://www.w3.org/2000/svg" class="wrd-plot" role="img" width="{{px .Width}}" height="{{px .Height}}" viewBox="0 0 {{px .Width}} {{px .Height}}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, 'Noto Sans', sans-serif" fill="none">
<title>{{.Name}}</title>
<desc>{{.Description}}</desc>
<style>
.wrd-plot{max-width:100%;height:auto;color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){
.wrd-plot .paper{fill:#15181c}
.wrd-plot .text{fill:#e6e9ed}
.wrd-plot .names{stroke:#15181c}
.wrd-plot .grid{stroke:#31373e}
.wrd-plot .axes{stroke:#8b949e}
.wrd-plot .equal{stroke:#8b949e}
.wrd-plot .dots{fill:#56b4e9}
.wrd-plot .bars{fill:#2f7db0}
.wrd-plot .fit{stroke:#e69f00}
.wrd-plot .whiskers{stroke:#d5dae0}
}
</style>
<rect class="paper" width="100%" height="100%" fill="#ffffff"/>
{{- range $panel := .Panels}}
<g transform="translate({{px .X}} {{px .Y}})">
{{- with .Grid}}
<path class="grid" d="{{.}}" stroke="#e1e4e8"/>
{{- end}}
{{- with .Bars}}
<g class="bars" fill="#3d8fc4">
{{- range .}}
<rect x="{{px .X}}" y="{{px .Y}}" width="{{px .Width}}" height="{{px .Height}}"><title>{{.Title}}</title></rect>
{{- end}}
</g>
{{- end}}
{{- range .Legend}}
<path class="{{.Kind}}" d="{{.Path}}"{{if eq .Kind "fit"}} stroke="#d55e00" stroke-width="2"{{else if eq .Kind "equal"}} stroke="#6e7781" stroke-dasharray="5 3"{{else}} stroke="#24292f" stroke-width="1.5"{{end}}/>
{{- end}}
{{- with .Whiskers}}
<path class="whiskers" d="{{.}}" stroke="#24292f" stroke-width="1.5"/>
{{- end}}
<g class="text" fill="#24292f">
{{- range .Texts}}
{{template "text" .}}
{{- end}}
</g>
{{- with .Names}}
<g class="text names" fill="#24292f" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">
{{- range .}}
{{template "text" .}}
{{- end}}
</g>
{{- end}}
<path class="axes" d="{{.Axes}}" stroke="#6e7781"/>
{{- with .Equal}}
<path class="equal" d="{{.}}" stroke="#6e7781" stroke-dasharray="5 3"/>
{{- end}}
{{- with .Dots}}
<g class="dots" fill="#0072b2"{{if $panel.Faint}} fill-opacity="0.7"{{end}}>{{.}}
</g>
{{- end}}
{{- with .Fit}}
<path class="fit" d="{{.}}" stroke="#d55e00" stroke-width="2"/>
{{- end}}
</g>
{{- end}}
</svg>
{{define "text"}}<text {{if .Upwards}}transform="translate({{px .X}} {{px .Y}}) rotate(-90)"{{else}}x="{{px .X}}" y="{{px .Y}}"{{end}} font-size="{{px .Size}}" text-anchor="{{.Anchor}}"{{if .Bold}} font-weight="bold"{{end}}{{if .RightToLeft}} direction="rtl"{{end}}>{{.Text}}</text>{{end -}}
`))
