import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { ensureBuilt, root } from './ready.mjs'

ensureBuilt()
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
