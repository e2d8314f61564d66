import { describe, expect, it } from 'vitest'
import { compareEnds } from './check-ends.ts'

const frontEnd = { name: 'portal', version: '1.2.0', serverVersion: '1.10.0' }
const service = { serverVersion: '1.10.0', webCodeVersion: '1.2.0', date: '2026-11-20' }

describe('front end and server', () => {
  it('fit when each is what the other needs, or newer', () => {
    expect(compareEnds(frontEnd, service)).toEqual([])
    expect(compareEnds({ ...frontEnd, version: '1.10.1' }, { ...service, serverVersion: '2.0' })).toEqual([])
  })

  it('do not fit when the server is older than the front end needs, by number and not by letter', () => {
    expect(compareEnds(frontEnd, { ...service, serverVersion: '1.9.9' })).toEqual([
      { kind: 'server-old', needed: '1.10.0', found: '1.9.9' },
    ])
  })

  it('do not fit when the front end is older than the server needs', () => {
    expect(compareEnds(frontEnd, { ...service, webCodeVersion: '1.2.0.1' })).toEqual([
      { kind: 'front-end-old', needed: '1.2.0.1', found: '1.2.0' },
    ])
  })

  it('tell both at once, and nothing of a need that is not stated', () => {
    const old = { ...service, serverVersion: '0.9', webCodeVersion: '3' }
    expect(compareEnds(frontEnd, old).map(({ kind }) => kind)).toEqual(['server-old', 'front-end-old'])
    expect(compareEnds({ name: 'portal', version: '3.0.0' }, old)).toEqual([])
  })
})
