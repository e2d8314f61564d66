import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILT_FROM = [
  'apps',
  'contract',
  'index.html',
  'package-lock.json',
  'public',
  'scripts',
  'server',
  'src',
  'vite.config.ts',
  'vite.server.config.ts',
]

function* filesIn(path) {
  if (statSync(path).isFile()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name))
}

/** A fingerprint of everything that the build is made from, by names, sizes and times of the files. */
export function sourceFingerprint(root) {
  const hash = createHash('sha256')
  for (const part of BUILT_FROM) {
    for (const file of filesIn(join(root, part))) {
      if (/\.test\.tsx?$/.test(file)) continue
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file}\0${size}\0${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** A fingerprint of the locked dependencies. */
export function lockFingerprint(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}
