import { describe, expect, test } from 'vitest'
import { findReferencedAssets, isOwnDocument, isStale } from './shell-document.ts'

const HTML = `<!doctype html><link rel="stylesheet" href="/assets/index-a1.css"><link rel="manifest" href="/manifest.webmanifest">
<script type="module" crossorigin src="/assets/index-b2.js"></script><link rel="modulepreload" href="/assets/react-c3.js">`
const OWN = new Set(['/assets/index-a1.css', '/assets/index-b2.js', '/assets/react-c3.js', '/assets/later-d4.js'])

function answer(body: string, init: ResponseInit = {}): Response {
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init })
}

describe('the document', () => {
  test('names the built files it asks for', () => {
    expect(findReferencedAssets(HTML)).toEqual(['/assets/index-a1.css', '/assets/index-b2.js', '/assets/react-c3.js'])
  })

  test('of this build is accepted, and can still be read afterwards', async () => {
    const response = answer(HTML)
    expect(await isOwnDocument(response, OWN)).toBe(true)
    expect(await response.text()).toBe(HTML)
  })

  test('of another build is refused', async () => {
    expect(await isOwnDocument(answer(HTML.replace('index-b2', 'index-e5')), OWN)).toBe(false)
  })

  test('must be a page with scripts, not an error and not something else', async () => {
    expect(await isOwnDocument(answer(HTML, { status: 503 }), OWN)).toBe(false)
    expect(await isOwnDocument(answer('<p>Sign in to the hotel network</p>'), OWN)).toBe(false)
    expect(await isOwnDocument(answer(HTML, { headers: { 'content-type': 'text/plain' } }), OWN)).toBe(false)
  })

  test('is stale after a day, or when nobody knows its age', () => {
    const now = Date.parse('2026-11-20T08:00:00Z')
    const from = (date: string) => answer(HTML, { headers: { date } })
    expect(isStale(from('Fri, 20 Nov 2026 07:00:00 GMT'), now)).toBe(false)
    expect(isStale(from('Thu, 19 Nov 2026 07:59:59 GMT'), now)).toBe(true)
    expect(isStale(answer(HTML), now)).toBe(true)
  })
})
