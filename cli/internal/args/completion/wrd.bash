# Completion of wrd for bash. Put this line into ~/.bashrc:
#   source <(wrd completion bash)

_wrd() {
    local IFS=$'\n'
    COMPREPLY=($("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
    # What ends with a comma or = goes on.
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[,=] ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _wrd wrd
