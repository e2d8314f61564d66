import { describe, expect, it } from 'vitest'
import { matchName, normalizeQuery, RANK } from './match-name.ts'

const library = '国家图书馆'
const librarySyllables = ['guo', 'jia', 'tu', 'shu', 'guan']
const match = (query: string, text = library, syllables = librarySyllables) =>
  matchName(normalizeQuery(query), text, syllables)
const rankOf = (...given: Parameters<typeof match>) => match(...given)?.rank

describe('a Chinese name', () => {
  it('is found by its characters: whole, from the front, in the middle', () => {
    expect([rankOf('国家图书馆'), rankOf('国家'), rankOf('图书')]).toEqual([RANK.exact, RANK.prefix, RANK.infix])
    expect(rankOf('博物馆')).toBeUndefined()
  })

  it('is found by pinyin: whole, from the front, with a last syllable that is not finished', () => {
    expect([rankOf('guojiatushuguan'), rankOf('guojia'), rankOf('guo jia t')]).toEqual([
      RANK.exact,
      RANK.prefix,
      RANK.prefix,
    ])
    expect([rankOf("guo'jia"), rankOf('GUOJIA')]).toEqual([RANK.prefix, RANK.prefix])
  })

  it('is found by initials, whole or mixed with syllables, and from the middle on', () => {
    expect([rankOf('gjtsg'), rankOf('guojtsg'), rankOf('gjtushu')]).toEqual([
      RANK.initials,
      RANK.initials,
      RANK.initials,
    ])
    expect(match('tsg')).toEqual({ rank: RANK.infix, start: 2, end: 5 })
    expect(rankOf('gtsg')).toBeUndefined()
  })

  it('gives letters back that the next syllable needs', () => {
    // "xian" is one syllable or two; "xia" must not eat the "a" of "an".
    expect(match('xian', '西安', ['xi', 'an'])?.rank).toBe(RANK.exact)
    expect(match('xa', '西安', ['xi', 'an'])?.rank).toBe(RANK.initials)
    expect(match('lv', '吕布', ['lv', 'bu'])?.rank).toBe(RANK.prefix)
    expect(match('lü', '吕布', ['lv', 'bu'])?.rank).toBe(RANK.prefix)
  })

  it('mixed with Latin letters counts each of them as a syllable', () => {
    const syllables = [...'geogebra', '', 'dong', 'tai']
    expect(match('geodt', 'GeoGebra 动态', syllables)).toBeNull()
    expect(match('geogebradt', 'GeoGebra 动态', syllables)?.rank).toBe(RANK.initials)
    expect(match('dt', 'GeoGebra 动态', syllables)).toEqual({ rank: RANK.infix, start: 9, end: 11 })
  })
})

describe('an English name', () => {
  const text = 'National Library of China'
  it('is found from the front, at the start of a word, by the initials of its words, and inside a word', () => {
    const ranks = ['national', 'library', 'nlo', 'brary'].map((query) => matchName(query, text)?.rank)
    expect(ranks).toEqual([RANK.prefix, RANK.word, RANK.initials, RANK.infix])
    expect(matchName('library', text)).toEqual({ rank: RANK.word, start: 9, end: 16 })
    expect(matchName('nlx', text)).toBeNull()
  })
})

it('nothing typed finds nothing, and a hostile query ends at once', () => {
  expect(matchName('', library, librarySyllables)).toBeNull()
  const many = Array.from({ length: 200 }, () => 'aaaaaa')
  const started = performance.now()
  expect(matchName(`${'a'.repeat(39)}b`, '啊'.repeat(200), many)).toBeNull()
  expect(performance.now() - started).toBeLessThan(1000)
})

it('one letter finds what begins with it, and not everything that has it', () => {
  expect([rankOf('g'), rankOf('t')]).toEqual([RANK.prefix, undefined])
  expect(matchName('l', 'National Library')?.rank).toBe(RANK.word)
})
