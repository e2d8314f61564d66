import { describe, expect, it } from 'vitest'
import { isOwnPath, loadMicroApp, type LoadPorts } from './load-micro-app.ts'

const target = { app: 'files', fileId: 'files' }
const origin = 'https://school.example'
const mount = () => () => {}
// Node has no style sheets.
const sheet = {} as CSSStyleSheet

function ports(changes: Partial<LoadPorts> = {}) {
  const loaded: string[] = []
  const given: LoadPorts = {
    origin,
    loadManifest: async () => ({ 'files.js': '/assets/files-1.js', 'files.css': '/assets/files-1.css' }),
    loadStyle: async (_, url) => (loaded.push(url), sheet),
    importModule: async (url) => (loaded.push(url), { mount }),
    ...changes,
  }
  return { given, loaded }
}

const load = (given: LoadPorts, signal = new AbortController().signal) => loadMicroApp(signal, target, given)

describe('loadMicroApp', () => {
  it('brings the style and the script of the wished file and returns its mount', async () => {
    const { given, loaded } = ports()
    expect(await load(given)).toEqual({ mount, style: sheet })
    expect(loaded.toSorted()).toEqual(['/assets/files-1.css', '/assets/files-1.js'])
  })

  it('does without a style', async () => {
    const { given, loaded } = ports({ loadManifest: async () => ({ 'files.js': '/assets/files-1.js' }) })
    expect(await load(given)).toEqual({ mount, style: null })
    expect(loaded).toEqual(['/assets/files-1.js'])
  })

  it('waits for the style, so that the application is never seen without it', async () => {
    let styled = () => {}
    const { given } = ports({ loadStyle: () => new Promise((resolve) => (styled = () => resolve(sheet))) })
    let ready = false
    const loading = load(given).then(() => (ready = true))
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect(ready).toBe(false)
    styled()
    await loading
    expect(ready).toBe(true)
  })

  it('says that an application without a manifest is not installed', async () => {
    const { given } = ports({ loadManifest: async () => null })
    await expect(load(given)).rejects.toMatchObject({ problem: 'missing' })
  })

  it('says the same of a file that the manifest does not name', async () => {
    const { given } = ports({ loadManifest: async () => ({ 'other.js': '/assets/other.js' }) })
    await expect(load(given)).rejects.toMatchObject({ problem: 'missing' })
  })

  it.each([['a list'], [{ 'files.js': 42 }], [[]]])('does not trust %j as a manifest', async (manifest) => {
    const { given, loaded } = ports({ loadManifest: async () => manifest })
    await expect(load(given)).rejects.toMatchObject({ problem: 'broken' })
    expect(loaded).toEqual([])
  })

  it('loads nothing at all when one address leads elsewhere', async () => {
    for (const manifest of [
      { 'files.js': 'https://evil.example/x.js', 'files.css': '/assets/files-1.css' },
      { 'files.js': '/assets/files-1.js', 'files.css': '//evil.example/x.css' },
    ]) {
      const { given, loaded } = ports({ loadManifest: async () => manifest })
      await expect(load(given)).rejects.toMatchObject({ problem: 'broken' })
      expect(loaded).toEqual([])
    }
  })

  it.each(['loadManifest', 'importModule', 'loadStyle'] as const)('calls a failing %s unreachable', async (port) => {
    const { given } = ports({ [port]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(load(given)).rejects.toMatchObject({ problem: 'unreachable' })
  })

  it.each([[{}], [{ mount: 'text' }], [null]])('does not run %j as an application', async (module) => {
    const { given } = ports({ importModule: async () => module })
    await expect(load(given)).rejects.toMatchObject({ problem: 'broken' })
  })

  it('gives up when it is stopped while the script is on its way', async () => {
    const stopping = new AbortController()
    const { given } = ports({
      importModule: async () => {
        stopping.abort()
        return { mount }
      },
    })
    await expect(load(given, stopping.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('isOwnPath', () => {
  it.each(['/assets/a.js', '/a.js?v=1', '/pages/files/%E6%96%87.js'])('accepts %j', (url) => {
    expect(isOwnPath(url, origin)).toBe(true)
  })

  it.each([
    '',
    'assets/a.js',
    './a.js',
    '//evil.example/a.js',
    '/\\evil.example/a.js',
    '/\t/evil.example/a.js',
    'https://school.example/a.js',
    'javascript:alert(1)',
    'data:text/javascript,1',
  ])('refuses %j', (url) => {
    expect(isOwnPath(url, origin)).toBe(false)
  })
})
