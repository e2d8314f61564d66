import type { Plugin } from 'vite'

const TYPES: Readonly<Record<string, string>> = { css: 'text/css', json: 'application/json' }

/** Files of the build that are made from the sources and stand at fixed addresses; while developing they are made when asked for. */
export function madeFiles(files: Readonly<Record<string, () => Promise<string>>>): Plugin {
  return {
    name: 'made-files',
    async generateBundle() {
      for (const [fileName, make] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: await make() })
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const fileName = (request.url?.split('?')[0] ?? '').slice(1)
        const make = files[fileName]
        if (!make) return next()
        make().then((text) => {
          response.setHeader('content-type', TYPES[fileName.split('.').at(-1) ?? ''] ?? 'text/plain')
          response.end(text)
        }, next)
      })
    },
  }
}

/** Makes JSON of what `read` gives. */
export function asJson(read: () => Promise<unknown>): () => Promise<string> {
  return async () => JSON.stringify(await read())
}
