import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { unitConfigData } from '../../../contract/endpoints/units/tenant.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'

const EARLY = 'document.documentElement.dataset.early = "1"'
const TEMPLATE = `<!doctype html><html lang="zh-CN" data-visitor="%VISITOR%"><head><title>%UNIT_NAME%</title><meta name="theme-color" content="%THEME_COLOR%">
<style>a { color: red }</style><script type="application/json" id="portal-unit"><!--unit-json--></script>
<script>${EARLY}</script><script type="module" src="/assets/index-Bx1.js"></script></head><body></body></html>`
const ASSET = 'console.log("asset")'
const PREVIOUS = 'console.log("asset of the build before")'

let place: string
let folder: string
let test: TestApp
let withoutBuild: TestApp
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'portal-dist-'))
  folder = join(place, 'dist')
  await mkdir(folder)
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'index.html'), TEMPLATE)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(TEMPLATE))
  await writeFile(join(folder, 'assets/index-Bx1.js'), ASSET)
  await writeFile(join(folder, 'assets/index-Bx1.js.br'), brotliCompressSync(ASSET))
  await writeFile(join(folder, 'assets/small-Cy2.js'), 'small')
  await writeFile(join(folder, 'sw.js'), 'self')
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  await writeFile(join(folder, 'files/manifest.json'), '{"a.js":"/assets/a.js"}')
  await mkdir(join(place, 'previous/assets'), { recursive: true })
  await writeFile(join(place, 'previous/assets/index-Aw0.js'), PREVIOUS)
  await writeFile(join(place, 'previous/assets/index-Aw0.js.br'), brotliCompressSync(PREVIOUS))
  await writeFile(join(folder, '.secret'), 'secret')
  await writeFile(join(place, 'portal-outside.txt'), 'outside')
  test = await createTestApp({ appFolder: folder })
  withoutBuild = await createTestApp({ appFolder: join(folder, 'nowhere') })
})
afterAll(async () => {
  await test.close()
  await withoutBuild.close()
  await rm(place, { recursive: true })
})

const open = (path: string, headers: Record<string, string | undefined> = {}, host = 'localhost') =>
  test.visit({ host }).request('GET', path, { headers })

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

describe('the document', () => {
  it('answers on pages, filled in for the unit of the host', async () => {
    for (const path of [
      '/',
      '/login',
      '/login?redirect_uri=%2F',
      '/pages/base/pc_desktop_all/index.html',
      '/index.html',
    ]) {
      const response = await open(path)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.body).toContain('<title>河畔实验学校</title>')
      const [, json = ''] = /id="portal-unit">(.*?)<\/script>/.exec(response.body) ?? []
      expect(z.parse(unitConfigData, JSON.parse(json)).unitEnName).toBe('Riverside School')
    }
    expect((await open('/login', {}, 'ginkgo.localhost')).body).toContain('<title>银杏中学</title>')
  })

  it('carries a policy in which exactly its own inline scripts and styles have a hash', async () => {
    const policy = String((await open('/login')).headers['content-security-policy'])
    expect(policy.split('; ')).toEqual([
      "default-src 'self'",
      `script-src 'self' 'wasm-unsafe-eval' ${hashOf(EARLY)}`,
      `style-src 'self' ${hashOf('a { color: red }')}`,
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "worker-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
      'report-uri /api/csp_report',
      'report-to csp',
    ])
  })

  it('is sent compressed to those who can read it, and not again to those who have it', async () => {
    const compressed = await open('/login', { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, cookie, sec-fetch-mode',
    })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toContain('河畔实验学校')
    const again = await open('/login', { 'if-none-match': String(compressed.headers['etag']) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('tells a browser without any trace of an earlier visit, and only where it navigates', async () => {
    const visitorOf = async (headers: Record<string, string>) =>
      /<html[^>]* data-visitor="(\w+)"/.exec((await open('/login', headers)).body)?.[1]
    expect(await visitorOf({ 'sec-fetch-mode': 'navigate' })).toBe('unknown')
    expect(await visitorOf({ 'sec-fetch-mode': 'navigate', cookie: 'other=1' })).toBe('known')
    expect(await visitorOf({ 'sec-fetch-mode': 'cors' })).toBe('known')
  })

  it('changes when the unit changes', async () => {
    await test.database.asOwner((tx) =>
      tx.execute(`update unit set theme_color = '#123456' where english_name = 'Ginkgo Middle School'`),
    )
    expect((await open('/login', {}, 'ginkgo.localhost')).body).toContain('content="#123456"')
  })

  it('does not answer at an unknown host: a page says in both languages what is wrong', async () => {
    const response = await open('/login', {}, 'unknown.example')
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('这个网址还没有对应的学校')
    expect(response.body).toContain('No school is set up at this address')
    expect(response.body).not.toContain('portal-unit')
  })

  it('does not answer on anything that is no page', async () => {
    const paths = [
      '/robots.txt',
      '/unknown',
      '/unknown.html',
      '/assets/gone.js',
      '/assets/',
      '/files/',
      '/api',
      '/favicon.ico',
    ]
    for (const path of paths) {
      const response = await open(path)
      expect({ path, status: response.statusCode }).toEqual({ path, status: 404 })
      expect(response.body).not.toContain('portal-unit')
    }
  })

  it('is never sent as the template that it is on disk', async () => {
    for (const path of ['/index.html', '/index.html.br', '//index.html', '/./index.html', '/assets/../index.html']) {
      for (const headers of [{}, { 'accept-encoding': 'br' }]) {
        expect((await open(path, headers)).rawPayload.includes('%UNIT_NAME%')).toBe(false)
      }
    }
    expect((await open('/index.html.br')).statusCode).toBe(404)
  })
})

describe('files of the build', () => {
  it('with hashed names are kept for ever and sent compressed', async () => {
    const plain = await open('/assets/index-Bx1.js')
    expect(plain.body).toBe(ASSET)
    expect(plain.headers['content-type']).toContain('javascript')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const compressed = await open('/assets/index-Bx1.js', { 'accept-encoding': 'br' })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': plain.headers['content-type'],
    })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(ASSET)
  })

  it('of the build before stay for pages that are open, compressed too', async () => {
    const plain = await open('/assets/index-Aw0.js')
    expect(plain.body).toBe(PREVIOUS)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { rawPayload, headers } = await open('/assets/index-Aw0.js', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe(PREVIOUS)
    expect((await open('/assets/small-Cy2.js', { 'accept-encoding': 'br' })).body).toBe('small')
    expect((await open('/assets/index-Zz9.js')).statusCode).toBe(404)
    // A build while the server runs.
    await writeFile(join(place, 'previous/assets/index-Zz9.js'), 'replaced')
    expect((await open('/assets/index-Zz9.js')).body).toBe('replaced')
  })

  it('with fixed names are asked about each time', async () => {
    for (const path of ['/sw.js', '/manifest.webmanifest', '/files/manifest.json']) {
      const response = await open(path)
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('no-cache')
      const again = await open(path, { 'if-none-match': String(response.headers['etag']) })
      expect(again.statusCode).toBe(304)
    }
  })

  it('are all that is served: nothing hidden, nothing outside the folder', async () => {
    const paths = [
      '/.secret',
      '/assets/../.secret',
      '/../portal-outside.txt',
      '/..%2fportal-outside.txt',
      '/%2e%2e/portal-outside.txt',
      '/assets/..%2f..%2fportal-outside.txt',
      '/assets/..\\..\\portal-outside.txt',
      '/assets/%00',
      `//${folder}/.secret`,
    ]
    for (const path of paths) {
      const response = await open(path)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.body).not.toMatch(/secret<|outside|^secret/)
    }
  })
})

describe('without a build', () => {
  it('pages answer 503 and calls work', async () => {
    const page = await withoutBuild.visit().request('GET', '/login')
    expect(page.statusCode).toBe(503)
    expect(page.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await withoutBuild.visit().request('GET', '/sw.js')).statusCode).toBe(404)
    expect((await withoutBuild.signIn('teacher')).cookies.has('portal_access')).toBe(true)
  })
})
