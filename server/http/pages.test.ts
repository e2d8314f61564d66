import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UnitConfig } from '../../contract/endpoints/units/tenant.ts'
import { createDocuments, fillTemplate } from './pages.ts'

const unit: UnitConfig = {
  unitId: '0192a000-0000-7000-8000-000000000001',
  unitName: '河畔实验学校',
  unitEnName: 'Riverside School',
  unitType: '2',
  footer: null,
  link: null,
  decorationSet: null,
  themeColor: '#457CD6',
}

describe('fillTemplate', () => {
  it('fills names, colour and id', () => {
    expect(
      fillTemplate(
        '<title>%UNIT_NAME% %UNIT_EN_NAME%</title><b id="%UNIT_ID%" color="%THEME_COLOR%">',
        unit,
        'known',
        2026,
      ),
    ).toBe(`<title>河畔实验学校 Riverside School</title><b id="${unit.unitId}" color="#457CD6">`)
  })

  it('escapes what would end a text or an attribute', () => {
    const hostile = { ...unit, unitName: `"><script>alert('1')</script>&` }
    expect(fillTemplate('%UNIT_NAME%', hostile, 'known', 2026)).toBe(
      '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;',
    )
  })

  it('gives the configuration as JSON that cannot end its script', () => {
    const hostile = { ...unit, footer: '</script><!--' }
    const filled = fillTemplate('<!--unit-json-->', hostile, 'known', 2026)
    expect(filled).not.toContain('<')
    expect(JSON.parse(filled)).toEqual(hostile)
  })

  it('tells the document whether the visitor is known', () => {
    expect(fillTemplate('<html data-visitor="%VISITOR%">', unit, 'unknown', 2026)).toBe('<html data-visitor="unknown">')
  })

  it('does not fill places that a name brings along, and keeps dollar signs', () => {
    expect(fillTemplate('%UNIT_NAME%', { ...unit, unitName: '%UNIT_ID% $& $1' }, 'known', 2026)).toBe(
      '%UNIT_ID% $&amp; $1',
    )
  })

  it('names the unit’s filings where search engines and authorities look, without letting a text become markup', () => {
    const footerMsg = {
      show: true,
      showBaMsg: true,
      baList: [{ baContent: '<ICP>', baUrl: 'https://beian.miit.gov.cn' }],
    }
    const loginText = { text: '"厚德"', color: '#ffffff', fontFamily: 'KaiTi' }
    const decorationSet = JSON.stringify({ footerMsg, loginText })
    const filled = fillTemplate(
      '<p>%MOTTO%</p><footer>%FOOTER:帮助%</footer>:root{--tints:0}',
      { ...unit, decorationSet },
      'known',
      2026,
    )
    expect(filled).toContain('<p>&quot;厚德&quot;</p><footer><span>© 2012–2026</span>')
    expect(filled).toMatch(/<a href="https:\/\/beian\.miit\.gov\.cn"[^>]*>&#60;ICP&#62;<\/a>/)
    // White on the light picture cannot be read: it was moved towards black.
    expect(filled).toMatch(/;--motto:#[0-9a-f]{6};--motto-dark:#ffffff;--motto-font:"KaiTi",var\(--font\)}/)
    expect(filled).not.toContain('--motto:#ffffff')
  })

  it('leaves other percent signs alone', () => {
    expect(fillTemplate('a { width: 100% } %OTHER%', unit, 'known', 2026)).toBe('a { width: 100% } %OTHER%')
  })
})

describe('createDocuments', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-page-'))
    await writeFile(join(folder, 'index.html'), '<script>\r\n1\r\n</script>%UNIT_NAME%')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('gives the document, its compressed form and a policy with its hashes', async () => {
    const document = await createDocuments(folder).forUnit(unit, 'known', 2026)
    expect(document.html).toBe('<script>\n1\n</script>河畔实验学校')
    expect(brotliDecompressSync(document.brotli).toString()).toBe(document.html)
    expect(document.contentSecurityPolicy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/]{43}='/)
    expect(document.etag).toMatch(/^"[\w-]{43}"$/)
  })

  it('makes a document once, and anew when the unit or the template has changed', async () => {
    const documents = createDocuments(folder)
    const first = await documents.forUnit(unit, 'known', 2026)
    expect(await documents.forUnit(unit, 'known', 2026)).toBe(first)
    const renamed = await documents.forUnit({ ...unit, unitName: '新校名' }, 'known', 2026)
    expect(renamed.html).toContain('新校名')
    expect(renamed.etag).not.toBe(first.etag)
    await writeFile(join(folder, 'index.html'), 'next %UNIT_NAME%')
    await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000))
    expect(await documents.forUnit(unit, 'unknown', 2026)).not.toBe(first)
    expect((await documents.forUnit(unit, 'known', 2026)).html).toBe('next 河畔实验学校')
  })

  it('lets in frames of the given origins alone, and is another document for it', async () => {
    const documents = createDocuments(folder)
    const without = await documents.forUnit(unit, 'known', 2026)
    const box = await documents.forUnit(unit, 'known', 2026, { frames: ['https://open.example'] })
    expect(without.contentSecurityPolicy).not.toContain('frame-src')
    expect(box.contentSecurityPolicy).toContain("; frame-src 'self' https://open.example;")
    expect(box.etag).not.toBe(without.etag)
    expect(
      (await documents.forUnit(unit, 'known', 2026, { frames: ['https://other.example'] })).contentSecurityPolicy,
    ).toContain("frame-src 'self' https://other.example;")
    expect(await documents.forUnit(unit, 'known', 2026)).toEqual(without)
  })

  it('may send forms to the given origins alone, and is another document for it', async () => {
    const documents = createDocuments(folder)
    const without = await documents.forUnit(unit, 'known', 2026)
    const tables = await documents.forUnit(unit, 'known', 2026, { forms: ['https://tables.example'] })
    expect(without.contentSecurityPolicy).toContain("; form-action 'self';")
    expect(tables.contentSecurityPolicy).toContain("; form-action 'self' https://tables.example;")
    expect(tables.etag).not.toBe(without.etag)
  })

  it('may connect to the given origins, and is another document for it', async () => {
    const documents = createDocuments(folder)
    const without = await documents.forUnit(unit, 'known', 2026)
    const speech = await documents.forUnit(unit, 'known', 2026, { connections: ['wss://speech.example'] })
    expect(without.contentSecurityPolicy).toContain("; connect-src 'self';")
    expect(speech.contentSecurityPolicy).toContain("; connect-src 'self' wss://speech.example;")
    expect(speech.etag).not.toBe(without.etag)
  })
})
