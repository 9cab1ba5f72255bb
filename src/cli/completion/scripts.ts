export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** What a shell loads once. It asks `baton complete` at each Tab; where that has nothing to say, the shell offers files. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# baton completion for bash: eval "$(baton complete bash)"
_baton() {
  local word=\${COMP_WORDS[COMP_CWORD]} value
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    [[ $value == "$word"* ]] && COMPREPLY+=("$value")
  done < <(baton complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _baton baton
`,
  zsh: `#compdef baton
# baton completion for zsh: eval "$(baton complete zsh)" after compinit
_baton() {
  local -a found
  local value text
  while IFS=$'\\t' read -r value text; do
    found+=("\${value//:/\\\\:}:$text")
  done < <(baton complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#found )); then _describe baton found; else _files; fi
}
compdef _baton baton
`,
  fish: `# baton completion for fish: baton complete fish | source
function __baton_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (baton complete fish -- $words[2..] 2>/dev/null)
    if test (count $found) -gt 0
        string join \\n $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c baton -f -a '(__baton_complete)'
`,
};
