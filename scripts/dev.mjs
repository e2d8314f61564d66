import { spawn } from 'node:child_process'
import { build, createServer } from 'vite'
import { join } from 'node:path'
import { ensureInstalled, root } from './ready.mjs'

ensureInstalled()
process.env.NODE_ENV = 'development'

let server = null
let stopping = false

/** Starts the built server after the previous one has exited. */
async function restart() {
  if (server) {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await gone
  }
  if (stopping) return
  server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], { cwd: root, stdio: 'inherit' })
}

const watcher = await build({
  root,
  configFile: join(root, 'vite.server.config.ts'),
  logLevel: 'warn',
  build: { watch: {} },
})
watcher.on('event', (event) => {
  if (event.code === 'END') void restart()
  if (event.code === 'ERROR') console.error(event.error)
})

const vite = await createServer({ root, configFile: join(root, 'vite.config.ts') })
await vite.listen()
vite.printUrls()

async function stop() {
  stopping = true
  await Promise.all([watcher.close(), vite.close(), restart()])
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())
