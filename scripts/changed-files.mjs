// Which files differ from the state that landed last, for `npm test -- --changed`.
import { execFileSync } from 'node:child_process'
import { root } from './ready.mjs'

/** How many commits count where nothing says which state landed last. */
const COMMITS = 20

function git(...args) {
  try {
    const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.trim()
  } catch {
    return undefined
  }
}

const commitOf = (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)

/**
 * The commit that landed last, and how it is known: what PORTAL_TEST_BASE names, or where a branch left the server's main branch. Where nothing says it, several
 * commits may have landed together: then it is one some way back. Undefined in a clone without history.
 */
function findBase() {
  const named = process.env.PORTAL_TEST_BASE
  const asked = named && commitOf(named)
  if (asked) return { commit: asked, how: `PORTAL_TEST_BASE ${named}` }
  const head = commitOf('HEAD')
  for (const branch of ['origin/main', 'origin/HEAD']) {
    const left = git('merge-base', 'HEAD', branch)
    if (left && left !== head) return { commit: left, how: `where the branch left ${branch}` }
  }
  const far = commitOf(`HEAD~${COMMITS}`)
  if (far) return { commit: far, how: `the last ${COMMITS} commits` }
  // A repository that is younger than that, and not a clone whose history was cut off.
  const first = git('rev-list', '--max-parents=0', 'HEAD')?.split('\n').at(-1)
  if (first && first !== head && git('rev-parse', '--is-shallow-repository') === 'false')
    return { commit: first, how: 'all commits' }
  return undefined
}

/** The changed files with those that are not committed, and how it is known since when. `files` is null where nothing is known. */
export function findChangedFiles() {
  const base = findBase()
  if (!base) return { files: null, how: 'this clone has no history' }
  const committed = git('diff', '--name-only', '--no-renames', base.commit, 'HEAD')
  const own = git('status', '--porcelain', '--no-renames', '--untracked-files=all')
  if (committed === undefined || own === undefined) return { files: null, how: 'git failed' }
  const uncommitted = own.split('\n').map((line) => line.replace(/^.{1,2} /, ''))
  return {
    files: [...new Set([...committed.split('\n'), ...uncommitted])].filter((file) => file !== ''),
    how: base.how,
  }
}
