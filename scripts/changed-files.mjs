// Which files differ from an earlier commit, for `npm test -- --changed`.
import { execFileSync } from 'node:child_process'
import { root } from './ready.mjs'

function git(...args) {
  try {
    const output = execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.trim()
  } catch {
    return undefined
  }
}

/**
 * The files that are no longer as they were at a commit, with those that are not committed. Undefined where the commit is not among those that this state was
 * made of, as in a clone without its history.
 */
export function filesChangedSince(commit) {
  if (git('merge-base', '--is-ancestor', commit, 'HEAD') === undefined) return undefined
  const committed = git('diff', '--name-only', '--no-renames', commit, 'HEAD')
  const own = git('status', '--porcelain', '--no-renames', '--untracked-files=all')
  if (committed === undefined || own === undefined) return undefined
  const uncommitted = own.split('\n').map((line) => line.replace(/^.{1,2} /, ''))
  return [...new Set([...committed.split('\n'), ...uncommitted])].filter((file) => file !== '')
}
