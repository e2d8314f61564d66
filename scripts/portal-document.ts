import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import svgr from 'vite-plugin-svgr'
import * as z from 'zod/mini'
import failures from '../src/app/locales/en/failures.json' with { type: 'json' }
import login from '../src/app/locales/en/login.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '..')
/** The module of the page after the login, in a chunk of its own with everything that it imports. */
export const SHELL = 'src/app/boot/Shell.tsx'
const PRERENDER = 'src/app/features/login/prerender.tsx'
const CRITICAL = 'src/app/boot/critical.css'
const EARLY = 'src/app/boot/early/early.ts'
/** Scripts of at least so many characters are preloaded before the first paint. */
const LARGE = 50_000

/** JSON that may stand in a script element. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

async function renderLogin(): Promise<string> {
  const outDir = resolve(ROOT, '.cache/prerender')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), svgr()],
    build: { ssr: PRERENDER, outDir, emptyOutDir: true },
  })
  const module: unknown = await import(`${pathToFileURL(resolve(outDir, 'prerender.js')).href}?${Date.now()}`)
  await rm(outDir, { recursive: true })
  const { prerenderLogin } = z
    .object({ prerenderLogin: z.custom<() => string>((value) => typeof value === 'function') })
    .parse(module)
  return prerenderLogin()
}

/** Bundles one file on its own and returns the text of its script or style. */
async function bundleAlone(file: string): Promise<string> {
  const isStyle = file.endsWith('.css')
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      // As a classic script; with that format a style would be hidden inside a script.
      rolldownOptions: { input: resolve(ROOT, file), output: isStyle ? {} : { format: 'iife' } },
    },
  })
  const output = Array.isArray(result) ? result[0] : result
  if (!output || !('output' in output)) throw new Error(`${file} did not build`)
  const wanted = output.output.find((part) => part.fileName.endsWith(isStyle ? '.css' : '.js'))
  if (!wanted) throw new Error(`${file} did not build`)
  return (wanted.type === 'chunk' ? wanted.code : wanted.source.toString()).trim()
}

function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('.html'))
  const wanted = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)))
  if (!entry || !wanted) throw new Error(`no chunk for ${module}`)
  const present = [entry, ...chunks.filter(({ fileName }) => entry.imports.includes(fileName))].flatMap(
    ({ fileName, imports }) => [fileName, ...imports],
  )
  const scripts = [wanted.fileName, ...wanted.imports].filter((file) => !present.includes(file))
  const styles = chunks
    .filter(({ fileName }) => fileName === wanted.fileName || wanted.imports.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...scripts, ...styles].map((file) => `/${file}`)
}

/**
 * Preloads only large chunks: each request before the first paint delays it, and a small file that is requested after it still arrives before
 * the large ones.
 */
function requestSmallLater(html: string, bundle: Rolldown.OutputBundle): string {
  const later: string[] = []
  const shorter = html.replaceAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g, (link, path: string) => {
    const file = bundle[path.slice(1)]
    if (file?.type !== 'chunk') throw new Error(`${path} is not part of the build`)
    if (file.code.length >= LARGE) return link
    later.push(path)
    return ''
  })
  return shorter.replace(/(id="portal-script">)\[\]/, (_, before: string) => before + inlineJson(later))
}

/**
 * Makes the document: the login form with its styles, the inline script that makes it work before the page's own script arrives, and the list of
 * files that the desktop needs, which are fetched while the person types.
 */
export function portalDocument(): Plugin {
  return {
    name: 'portal-document',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        const texts = `<script type="application/json" id="login-en">${inlineJson({ ...login, failures })}</script>`
        if (server) return withUnit(html.replace('<!--early-->', () => texts))
        const [form, early, style, favicon] = await Promise.all([
          renderLogin(),
          bundleAlone(EARLY),
          bundleAlone(CRITICAL),
          readFile(resolve(ROOT, 'public/icons/favicon.svg'), 'utf8'),
        ])
        return (
          html
            // The unit's tints come last, so that they win over the defaults.
            .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}:root{--tints:0}</style>`)
            .replace(
              '<!--early-->',
              () =>
                `${texts}
    <script type="application/json" id="portal-preload">[]</script>
    <script type="application/json" id="portal-script">[]</script>
    <script>${early}</script>`,
            )
            .replace('<!--login-->', () => form)
            // Inlined, which saves a request before the form.
            .replace('/icons/favicon.svg', () => `data:image/svg+xml,${encodeURIComponent(favicon)}`)
            .replace('</body>', () => `<script>dispatchEvent(new Event('portal-form'))</script></body>`)
        )
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        let html = page.source.toString()
        const preload = inlineJson(filesOf(bundle, SHELL))
        html = html.replace(/(id="portal-preload">)\[\]/, (_, before: string) => before + preload)
        // The inline script runs it after the form or the desktop snapshot has been painted: evaluating it takes longer than painting.
        const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/
        if (!script.test(html)) throw new Error('the document has no script to run later')
        html = html.replace(script, '<link rel="modulepreload" crossorigin href="$1">')
        page.source = requestSmallLater(html, bundle)
          .replaceAll(/<!--[^]*?-->/g, (comment) => (/^<!--(unit-json-->|\[if )/.test(comment) ? comment : ''))
          .replaceAll(/>\s+</g, '><')
      },
    },
  }
}

/** In development Vite serves the document; the unit's data come from the server beside it. */
async function withUnit(html: string): Promise<string> {
  const answer: unknown = await fetch('http://localhost:8080/api/uaa/oauth/login/unit_config')
    .then((response) => response.json())
    .catch(() => null)
  const envelope = z
    .object({ data: z.looseObject({ unitName: z.string(), unitEnName: z.string(), themeColor: z.string() }) })
    .safeParse(answer)
  if (!envelope.success) return html
  const { data } = envelope.data
  return html
    .replace('<!--unit-json-->', () => inlineJson(data))
    .replaceAll('%UNIT_NAME%', data.unitName)
    .replaceAll('%UNIT_EN_NAME%', data.unitEnName)
    .replaceAll('%THEME_COLOR%', data.themeColor)
}
