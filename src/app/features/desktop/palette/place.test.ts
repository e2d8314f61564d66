import { describe, expect, it } from 'vitest'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { isFoundBy, type Place } from './place.ts'
import { PLACES } from './places.ts'

const APPLICATIONS = new Set(['administration', 'attendance', 'files', 'roster'])

interface Who {
  readonly codes?: readonly string[]
  readonly applications?: ReadonlySet<string>
  readonly userType?: SessionUser['userType']
  readonly unitType?: SessionUser['unitType']
  /** Of the user's answer, which has the right to write to own classes only while they teach one. */
  readonly permissions?: readonly string[]
}

function find(
  place: Place,
  { codes = [], applications = APPLICATIONS, userType = 2, unitType = '2', permissions = codes }: Who = {},
): boolean {
  return isFoundBy(place, {
    user: { userType, unitType, permissions: [...permissions] },
    held: new Set(codes),
    applications,
    tools: { todos() {} },
  })
}

const placeOf = (english: string): Place => {
  const place = PLACES.find((one) => one.english === english)
  if (!place) throw new Error(english)
  return place
}

describe('what the search finds', () => {
  it('is there with each of its codes, and gone without', () => {
    const withCodes = PLACES.filter(({ codes }) => codes)
    expect(withCodes.length).toBeGreaterThan(50)
    for (const place of withCodes) {
      const { english, codes = [] } = place
      const isOperators = codes.includes('operator')
      const unitType = isOperators ? '0' : '2'
      for (const code of codes)
        expect({ english, code, found: find(place, { codes: [code], unitType }) }).toEqual({
          english,
          code,
          found: true,
        })
      expect({ english, found: find(place, { codes: ['other'], unitType }) }).toEqual({ english, found: false })
    }
  })

  it('is gone without its application, but for a teacher’s messages to the own classes', () => {
    const none = new Set<string>()
    for (const place of PLACES) {
      if (!('application' in place.at) || place.at.fragment.startsWith('#/messages')) continue
      expect(find(place, { codes: place.codes ?? [], applications: none })).toBe(false)
    }
    const write = placeOf('Write a message')
    expect(find(write, { codes: ['message_classes'], applications: none })).toBe(true)
    // The code is held, but the teacher has no class at present.
    expect(find(write, { codes: ['message_classes'], permissions: [], applications: none })).toBe(false)
  })

  it('is of the user’s type', () => {
    const schools = placeOf('Children at other schools')
    expect(find(schools, { userType: 3 })).toBe(true)
    expect(find(schools, { userType: 2 })).toBe(false)
    expect(find(placeOf('Teacher and parent account'), { userType: 2 })).toBe(true)
    expect(find(placeOf('Teacher and parent account'), { userType: 1 })).toBe(false)
  })

  it('is a tool that the frame has for the user', () => {
    expect(find(placeOf('To-dos'))).toBe(true)
    expect(find(placeOf('Switch role'))).toBe(false)
  })

  it('is what the operators’ unit has', () => {
    const codes = ['operator', 'base_unit', 'base_user_reset', 'base_people']
    const found = PLACES.filter((place) => find(place, { codes, unitType: '0' })).map(({ english }) => english)
    expect(found).toEqual(
      expect.arrayContaining([
        'Units',
        'New unit',
        'Operators',
        'Help a person',
        'Protection and email',
        'Audit trail',
      ]),
    )
    for (const gone of ['People', 'Storage', 'Branding', 'Ways to sign in', 'Third-party apps'])
      expect(found).not.toContain(gone)
  })
})
