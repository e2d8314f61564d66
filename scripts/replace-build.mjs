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
  if (existsSync(app)) {
    const made = new Set(readdirSync(join(next, 'assets')))
    const gone = readdirSync(join(app, 'assets')).filter((name) => !made.has(name))
    if (gone.length > 0) {
      rmSync(kept, { recursive: true, force: true })
      mkdirSync(kept, { recursive: true })
      // Copied: until the folder is replaced they are loaded from it.
      for (const name of gone) copyFileSync(join(app, 'assets', name), join(kept, name))
    }
    renameSync(app, replaced)
  }
  try {
    renameSync(next, app)
  } catch {
    // On Windows a folder cannot be renamed while a virus scanner reads one of its files.
    cpSync(next, app, { recursive: true })
    rmSync(next, { recursive: true, maxRetries: 10 })
  }
  rmSync(replaced, { recursive: true, force: true, maxRetries: 10 })
}
