import type { Plugin } from 'vite'

const TYPES: Readonly<Record<string, string>> = {
  bin: 'application/octet-stream',
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webp: 'image/webp',
}

type Files = Readonly<Record<string, () => Promise<string | Uint8Array>>>

/** Emits generated files, by their paths in the build; in development they are generated on request. */
export function madeFiles(files: Files): Plugin {
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
        make().then((content) => {
          response.setHeader('content-type', TYPES[fileName.split('.').at(-1) ?? ''] ?? 'text/plain')
          response.end(content)
        }, next)
      })
    },
  }
}

export function asJson(value: unknown): () => Promise<string> {
  return async () => JSON.stringify(value)
}
