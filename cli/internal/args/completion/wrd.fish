# Completion of wrd for fish. Save it where fish looks for it:
#   wrd completion fish > ~/.config/fish/completions/wrd.fish

function __wrd_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        # A file may stand behind name= or --flag=.
        set -l name (string match -r '^.*=' -- "$current")
        for path in (__fish_complete_path (string replace -r '^.*=' '' -- "$current"))
            echo "$name$path"
        end
    end
end
complete -c wrd -f -a '(__wrd_complete)'
