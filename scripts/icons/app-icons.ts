import type { Plugin } from 'vite'
import { drawIcons } from './draw-icons.ts'

const FOLDER = 'icons/apps'

/** Delivers the application icons: written by the build, drawn on request while developing. */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    async generateBundle() {
      for (const [code, source] of await drawIcons()) {
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${code}.svg`, source })
      }
    },
    async configureServer(server) {
      const icons = await drawIcons()
      server.middlewares.use((request, response, next) => {
        const icon = icons.get(/^\/icons\/apps\/([\w-]+)\.svg$/.exec(request.url ?? '')?.[1] ?? '')
        if (icon === undefined) return next()
        response.setHeader('content-type', 'image/svg+xml').end(icon)
      })
    },
  }
}
