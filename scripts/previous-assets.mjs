import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Moves the scripts and styles of the build in `dist` to where the next build leaves them alone. */
export function setAside(dist) {
  const assets = join(dist, 'app/assets')
  // After a build that failed they are there already.
  if (existsSync(assets) && !existsSync(join(dist, 'replaced'))) renameSync(assets, join(dist, 'replaced'))
}

/** Keeps in `dist/previous` what the new build has not: pages that are open still load it. A build that changed nothing replaces nothing. */
export function keepPrevious(dist) {
  const replaced = join(dist, 'replaced')
  if (!existsSync(replaced)) return
  const made = new Set(readdirSync(join(dist, 'app/assets')))
  const gone = readdirSync(replaced).filter((name) => !made.has(name.replace(/\.br$/, '')))
  if (gone.length > 0) {
    const kept = join(dist, 'previous/assets')
    rmSync(kept, { recursive: true, force: true })
    mkdirSync(kept, { recursive: true })
    for (const name of gone) renameSync(join(replaced, name), join(kept, name))
  }
  rmSync(replaced, { recursive: true })
}
