import { describe, expect, it } from 'vitest'
import { parseForm, parseFormBody } from './bodies.ts'

describe('parseForm', () => {
  it('reads dotted nested keys', () => {
    expect(parseForm('a.b=1&a.c.d=2&e=%E4%B8%AD%E6%96%87')).toEqual({ a: { b: '1', c: { d: '2' } }, e: '中文' })
  })

  it('cannot reach prototypes', () => {
    const parsed = parseForm(
      '__proto__.polluted=1&constructor.prototype.polluted=1&a.__proto__.polluted=1&hasOwnProperty=1',
    )
    expect('polluted' in {}).toBe(false)
    expect(Object.keys(parsed)).not.toContain('__proto__')
    expect(Object.keys(parsed)).not.toContain('hasOwnProperty')
  })

  it('bounds breadth and depth', () => {
    const many = parseForm(Array.from({ length: 5000 }, (_, n) => `k${n}=1`).join('&'))
    expect(Object.keys(many)).toHaveLength(200)
    const deep = JSON.stringify(parseForm(`${Array.from({ length: 500 }, () => 'a').join('.')}=1`))
    expect(deep.split('{').length).toBeLessThan(10)
    expect(Array.isArray(parseForm('a[100000]=1')['a'])).toBe(false)
  })

  it('reads a large value in reasonable time', () => {
    const value = 'A'.repeat(12 * 1024 * 1024)
    const started = performance.now()
    expect(parseForm(`base64Str=${value}&type=png`)).toEqual({ base64Str: value, type: 'png' })
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

describe('parseFormBody', () => {
  const inPieces = (text: string) => {
    const bytes = Buffer.from(text)
    return Array.from({ length: Math.ceil(bytes.length / 50_001) }, (_, at) =>
      bytes.subarray(at * 50_001, (at + 1) * 50_001),
    )
  }

  it('reads a large form as it reads a small one', async () => {
    for (const small of [
      'a.b=1&a.c.d=2&e=%E4%B8%AD+x',
      'a=1&a=2&b',
      '__proto__.x=1&hasOwnProperty=1&a.__proto__.x=1&toString=2',
    ]) {
      const value = '中&+%'.repeat(20_000)
      const large = await parseFormBody(inPieces(`${small}&value=${encodeURIComponent(value)}`))
      expect(large).toEqual({ ...parseForm(small), value })
    }
    expect('x' in {}).toBe(false)
  })

  it('refuses many fields, in large forms as in small ones', async () => {
    for (const length of [300, 100_000])
      await expect(parseFormBody(inPieces('a=1&'.repeat(length)))).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
