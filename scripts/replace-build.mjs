import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where a build of the client is made, while a server goes on serving the one in `app`. */
export const NEXT = 'next'

/**
 * Puts the client that was built in `next` of `dist` in the place of the one in `app`. What the new one has no more stays in `previous`, because open
 * pages still load it; a build that changed nothing replaces nothing there.
 */
export function replaceBuild(dist) {
  const [app, next, replaced, kept] = ['app', NEXT, 'replaced', 'previous/assets'].map((name) => join(dist, name))
  rmSync(replaced, { recursive: true, force: true })
  if (existsSync(join(app, 'assets'))) keepGone(join(app, 'assets'), join(next, 'assets'), kept)
  try {
    if (existsSync(app)) renameSync(app, replaced)
    renameSync(next, app)
  } catch {
    // On Windows a folder cannot be renamed while a program reads one of its files. What `app` then has too much is gone with the next build.
    cpSync(next, app, { recursive: true })
    rmSync(next, { recursive: true, maxRetries: 10 })
  }
  rmSync(replaced, { recursive: true, force: true, maxRetries: 10 })
}

/** Copies what is in `assets` and not in `made`; until `assets` is replaced it is loaded from there. */
function keepGone(assets, made, kept) {
  const names = new Set(readdirSync(made))
  const gone = readdirSync(assets).filter((name) => !names.has(name))
  if (gone.length === 0) return
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true })
  for (const name of gone) copyFileSync(join(assets, name), join(kept, name))
}
