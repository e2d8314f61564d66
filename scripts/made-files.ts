import type { Plugin } from 'vite'

const TYPES: Readonly<Record<string, string>> = {
  bin: 'application/octet-stream',
  css: 'text/css',
  json: 'application/json',
}

type Files = Readonly<Record<string, () => Promise<string | Uint8Array>>>

/** Files of the build that are made from the sources and stand at fixed addresses; while developing they are made when asked for. */
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

/** Makes JSON of what `read` gives. */
export function asJson(read: () => Promise<unknown>): () => Promise<string> {
  return async () => JSON.stringify(await read())
}

/** The same files in a folder, which is given without slashes around it. */
export function inFolder(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, make]) => [`${folder}/${name}`, make]))
}
