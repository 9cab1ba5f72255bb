#!/usr/bin/env bash
# Runs `baton prove` on a pull request. Every input comes as a variable and is used as data only.
set -uo pipefail

stop() {
  echo "::error::$1"
  printf '## ❌ No verdict\n\n%s\n' "$1" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  echo "status=error" >>"${GITHUB_OUTPUT:-/dev/null}"
  exit 2
}

cd "$GITHUB_WORKSPACE" || stop "there is no workspace: check the repository out first"

head=${HEAD:-${REQUEST_HEAD:-HEAD}}
unshallow="check out with fetch-depth: 0, so that base and head are both here"
git rev-parse --verify --quiet --end-of-options "$head^{commit}" >/dev/null || stop "the head is not in this checkout; $unshallow"
base=$BASE
if [[ -z $base ]]; then
  [[ -n $REQUEST_BASE ]] || stop "give base: this event is not a pull request"
  base=$(git merge-base "$REQUEST_BASE" "$head") || stop "the pull request's base is not in this checkout; $unshallow"
fi

# Away from the checkout: npm would follow an .npmrc of the change that is judged.
work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/proofbaton-XXXXXX") || stop "no temporary folder can be made"
# What judges is never the change's own: a package in the repository is base's.
case $VERSION in
  https://*) package=$VERSION ;;
  /*)
    [[ -f $VERSION ]] || stop "version names a package that is not there"
    package=$(realpath "$VERSION")
    [[ $package != "$(realpath "$GITHUB_WORKSPACE")"/* ]] || stop "version names a package in the checkout: give its path in the repository"
    ;;
  *.tgz)
    package="$work/proofbaton.tgz"
    git show "$base:$VERSION" >"$package" || stop "the base commit has no package at this path"
    ;;
  *)
    [[ $VERSION =~ ^[0-9A-Za-z][0-9A-Za-z.-]*$ ]] || stop "version must be a version or a tag of proofbaton, or the path or https address of its package"
    package="proofbaton@$VERSION"
    ;;
esac
arguments=(prove "$base..$head" --repo "$GITHUB_WORKSPACE" --json)
[[ -z $FEATURE ]] || arguments+=("--feature=$FEATURE")
[[ -z $KIND ]] || arguments+=("--kind=$KIND")
[[ -z $TEST ]] || arguments+=("--test=$TEST")
if [[ -n $POLICY ]]; then
  policy="$work/${POLICY##*/}"
  git show "$base:$POLICY" >"$policy" || stop "the base commit has no policy file at this path"
  arguments+=("--policy=$policy")
fi
read -ra approvals <<<"${APPROVE//$'\n'/ }"
for id in "${approvals[@]}"; do arguments+=("--approve=$id"); done

verdict="$work/verdict.json"
(cd "$work" && npx --yes "--package=$package" -- baton "${arguments[@]}") >"$verdict"
code=$?
node "$ACTION_FOLDER/summary.mjs" "$verdict" >>"$GITHUB_STEP_SUMMARY" || stop "the summary could not be written"
exit "$code"
