import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, hashInlineElements } from './security.ts'

function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

describe('hashInlineElements', () => {
  it('hashes exactly what stands between the tags', () => {
    const html = '<script>\n let a = 1 \n</script><style media="all"> a { color: red } </style>'
    expect(hashInlineElements(html)).toEqual({
      scripts: [sourceOf('\n let a = 1 \n')],
      styles: [sourceOf(' a { color: red } ')],
    })
  })

  it('hashes classic scripts, modules, import maps and speculation rules', () => {
    const html = `<script type="module">1</script><script type='text/javascript'>2</script><script type=importmap>3</script><SCRIPT TYPE="speculationrules">4</SCRIPT>`
    expect(hashInlineElements(html).scripts).toEqual(['1', '2', '3', '4'].map(sourceOf))
  })

  it('leaves out data and scripts from files', () => {
    const html = `<script type="application/json" id="a">{"b":1}</script><script type="module" crossorigin src="/assets/a.js"></script>`
    expect(hashInlineElements(html)).toEqual({ scripts: [], styles: [] })
  })

  it('is not misled by an attribute that only ends in src', () => {
    expect(hashInlineElements('<script data-src="x">1</script>').scripts).toEqual([sourceOf('1')])
  })

  it('lists the same content once', () => {
    expect(hashInlineElements('<style>a</style><style>a</style>').styles).toHaveLength(1)
  })
})

it('a policy has the origins of other sites, and no text that would be an entry of its own', () => {
  const policy = contentSecurityPolicy(undefined, {
    connections: ['wss://speech.example.org', 'wss://a;sandbox', 'wss://[2001:db8::7]:8443'],
    frames: ['https://a,b'],
  })
  expect(policy.split('; ')).toContain("connect-src 'self' wss://speech.example.org wss://[2001:db8::7]:8443")
  expect(policy).not.toMatch(/sandbox|a,b/)
})
