import { basename, extname } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** A chunk and its static imports, itself first. */
function chunksWith(bundle: Bundle, fileName: string, seen = new Set<string>()): Rolldown.OutputChunk[] {
  const chunk = bundle[fileName]
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return []
  seen.add(fileName)
  return [chunk, ...chunk.imports.flatMap((imported) => chunksWith(bundle, imported, seen))]
}

/** Style files of a chunk and of all it imports, those of imports first, as the cascade expects. */
function stylesOf(bundle: Bundle, fileName: string): string[] {
  const chunks = chunksWith(bundle, fileName).toReversed()
  return [...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))]
}

/** The name of an entry in its manifest. */
function fileIdOf(entry: string): string {
  return basename(entry, extname(entry))
}

/**
 * Makes every application a further entry of the build, so that it shares chunks with the shell, and writes `/{app}/manifest.json` with the
 * addresses of its script and its style. `apps` maps an application's code to its entry, relative to the project; `shell` is the module of the page
 * in which they open.
 */
export function microAppManifests({ apps, shell }: { apps: Readonly<Record<string, string>>; shell: string }): Plugin {
  const references = new Map<string, string>()

  return {
    name: 'micro-app-manifests',
    enforce: 'post', // Vite joins styles to their chunks in generateBundle; they must be known here.

    buildStart() {
      if (this.environment.mode !== 'build') return
      for (const [app, entry] of Object.entries(apps)) {
        // 'strict' keeps the exported `mount`, which nothing inside the build imports.
        references.set(app, this.emitFile({ type: 'chunk', id: entry, name: app, preserveSignature: 'strict' }))
      }
    },

    generateBundle(_options, bundle) {
      const { base } = this.environment.config
      // The page has loaded its own chunks before any application.
      const present = new Set(
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(shell)))
          .flatMap(({ fileName }) => stylesOf(bundle, fileName)),
      )
      for (const [app, reference] of references) {
        const fileId = fileIdOf(apps[app] ?? app)
        const script = this.getFileName(reference)
        const manifest: Record<string, string> = { [`${fileId}.js`]: base + script }
        const styles = stylesOf(bundle, script).filter((style) => !present.has(style))
        const [only] = styles
        if (only !== undefined) {
          const style = styles.length === 1 ? only : this.getFileName(this.emitFile(combine(app, bundle, styles)))
          manifest[`${fileId}.css`] = base + style
        }
        this.emitFile({ type: 'asset', fileName: `${app}/manifest.json`, source: JSON.stringify(manifest) })
      }
    },

    configureServer({ config: { base }, middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0]
        const app = Object.keys(apps).find((code) => path === `${base}${code}/manifest.json`)
        const entry = app === undefined ? undefined : apps[app]
        if (entry === undefined) return next()
        // In development Vite serves the source, which imports its styles.
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ [`${fileIdOf(entry)}.js`]: `${base}${entry}` }))
      })
    },
  }
}

/** Joins several style files, because the manifest names one. */
function combine(app: string, bundle: Bundle, styles: readonly string[]): Rolldown.EmittedFile {
  const sources = styles.map((style) => {
    const asset = bundle[style]
    const source = asset?.type === 'asset' ? asset.source : ''
    return typeof source === 'string' ? source : new TextDecoder().decode(source)
  })
  return { type: 'asset', name: `${app}.css`, source: sources.join('\n') }
}
