#compdef wrd
# Completion of wrd for zsh. Put this line into ~/.zshrc, after compinit:
#   source <(wrd completion zsh)
# or save it as _wrd in a folder of fpath.

_wrd() {
    local -a found
    found=("${(@f)$("$words[1]" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    found=("${(@)found:#}")
    if (( ! $#found )); then
        compset -P '*=' # a file may stand behind name= or --flag=
        _files
        return
    fi
    found=("${(@)found//:/\\:}")
    found=("${(@)found/$'\t'/:}")
    _describe -V wrd found
}
if [[ $funcstack[1] == _wrd ]]; then
    _wrd "$@"
else
    compdef _wrd wrd
fi
