import type { Plugin } from 'vite'

const TYPES: Readonly<Record<string, string>> = {
  bin: 'application/octet-stream',
  css: 'text/css',
  json: 'application/json',
}

type Files = Readonly<Record<string, () => Promise<string | Uint8Array>>>

/** Emits files generated from the sources at fixed addresses; in development they are generated on request. */
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

/** Serializes the result of `read` as JSON. */
export function asJson(read: () => Promise<unknown>): () => Promise<string> {
  return async () => JSON.stringify(await read())
}

/** Puts files into a folder, given without slashes around it. */
export function inFolder(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, make]) => [`${folder}/${name}`, make]))
}
