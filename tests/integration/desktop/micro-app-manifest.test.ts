import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { microAppManifests } from '../../../scripts/micro-app-manifest.ts'

const sources = {
  'index.html': '<!doctype html><script type="module" src="/app/main.ts"></script>',
  'app/main.ts': `import './shell.css'; import { greet } from './greet.ts'; greet(); document.onclick = () => import('./desktop.ts')`,
  'app/shell.css': '.shell { color: red }',
  'app/greet.ts': `import './greet.css'; export function greet() { document.title = 'said by shell and application alike' }`,
  'app/greet.css': '.greet { color: red }',
  'app/dialog.ts': `import './dialog.css'; export function openDialog() { document.title = 'a dialog that two lazy parts share' }`,
  'app/dialog.css': '.dialog { color: blue }',
  'app/desktop.ts': `import { openDialog } from './dialog.ts'; openDialog()`,
  'apps/lists/lists.ts': `import { openDialog } from '../../app/dialog.ts'; import { greet } from '../../app/greet.ts'; import './lists.css'; export function mount() { greet(); openDialog() }`,
  'apps/lists/lists.css': '.lists { color: green }',
  'apps/bare/page.ts': `export const mount = () => () => {}`,
}

let root: string
const output = (path: string) => readFile(join(root, 'dist', path), 'utf8')
const manifestOf = async (app: string): Promise<Record<string, string>> =>
  JSON.parse(await output(`${app}/manifest.json`))

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'micro-apps-'))
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { minify: false, modulePreload: false },
    plugins: [
      microAppManifests({ shell: 'app/main.ts', apps: { lists: 'apps/lists/lists.ts', bare: 'apps/bare/page.ts' } }),
    ],
  })
})

afterAll(() => rm(root, { recursive: true, force: true }))

describe('an application of the build', () => {
  it('has a manifest that names its script and its style by the name of its entry', async () => {
    const manifest = await manifestOf('lists')
    expect(Object.keys(manifest)).toEqual(['lists.js', 'lists.css'])
    for (const url of Object.values(manifest)) expect(url).toMatch(/^\/assets\/[\w-]+\.(js|css)$/)
  })

  it('keeps what it exports, and imports what it shares instead of repeating it', async () => {
    const script = await output((await manifestOf('lists'))['lists.js']!)
    expect(script).toMatch(/export \{.*mount.*\}/)
    expect(script).toMatch(/^import /m)
    expect(script).not.toContain('said by shell and application alike')
  })

  it('has the styles of what it shares with lazy parts in its own file, but not those that the page brings', async () => {
    const style = await output((await manifestOf('lists'))['lists.css']!)
    expect(style).toContain('.lists')
    expect(style).toContain('.dialog')
    expect(style).not.toContain('.shell')
    expect(style).not.toContain('.greet')
  })

  it('names no style when it has none', async () => {
    expect(Object.keys(await manifestOf('bare'))).toEqual(['page.js'])
  })
})
