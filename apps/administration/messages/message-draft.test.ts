import { describe, expect, it } from 'vitest'
import type { Publication } from '../../../contract/endpoints/messages/publications.ts'
import {
  audienceOf,
  countRequest,
  type Draft,
  draftFields,
  draftOf,
  EMPTY_DRAFT,
  fieldsOf,
  hasText,
  presetDraft,
} from './message-draft.ts'

const ZONE = 'Asia/Shanghai'
const PERSON = { userId: 'p', realName: '林溪', englishName: '' }

describe('an audience', () => {
  it('of types is the whole unit, or the grades and classes that are chosen', () => {
    const chosen = {
      ...EMPTY_DRAFT,
      userTypes: [1 as const, 3 as const],
      gradeIds: ['g'],
      classIds: ['c'],
      people: [PERSON],
    }
    expect(audienceOf(chosen)).toEqual({ userTypes: [1, 3], gradeIds: [], classIds: [], userIds: ['p'], roleIds: [] })
    expect(audienceOf({ ...chosen, where: 'places' })).toEqual({
      userTypes: [1, 3],
      gradeIds: ['g'],
      classIds: ['c'],
      userIds: ['p'],
      roleIds: [],
    })
  })

  it('is never the whole unit while no class is chosen yet', () => {
    expect(countRequest({ ...EMPTY_DRAFT, userTypes: [1, 3], where: 'places' })).toEqual({
      userTypes: '',
      gradeIds: '',
      classIds: '',
      roleIds: '',
      userIds: '',
    })
  })
})

describe('what is sent', () => {
  it('is sent at once, or at a time of the unit’s clock', () => {
    expect(fieldsOf(EMPTY_DRAFT, ZONE).sendAt).toBeNull()
    const later = { ...EMPTY_DRAFT, when: 'later' as const, sendAt: '2026-12-01', sendTime: '07:30' }
    expect(fieldsOf(later, ZONE).sendAt).toBe('2026-11-30T23:30:00.000Z')
    expect(fieldsOf({ ...later, sendAt: '' }, ZONE).sendAt).toBe('')
  })

  it('has a link to a site or to an application, whichever is chosen', () => {
    const typed = { ...EMPTY_DRAFT, url: ' https://example.org/ ' }
    expect(fieldsOf(typed, ZONE)).toMatchObject({ url: null, applicationCode: null })
    expect(fieldsOf({ ...typed, link: 'web' }, ZONE)).toMatchObject({ url: 'https://example.org/' })
    expect(fieldsOf({ ...typed, link: 'app:files' }, ZONE)).toMatchObject({ url: null, applicationCode: 'files' })
  })

  it('has files only as a message, and a last day only as a to-do', () => {
    const both = { ...EMPTY_DRAFT, dueOn: '2026-12-01', files: [{ fileId: 'f', name: 'a.txt', size: 1 }] }
    expect(fieldsOf(both, ZONE)).toMatchObject({ fileIds: ['f'], dueOn: null })
    expect(fieldsOf({ ...both, kind: 'todo' }, ZONE)).toMatchObject({ fileIds: [], dueOn: '2026-12-01' })
  })
})

it('a message asks for a reply alone, and only a to-do that is signed or replied to has a text', () => {
  const asked: Draft = { ...EMPTY_DRAFT, asks: 'sign' }
  expect(fieldsOf({ ...asked, kind: 'todo' }, ZONE)).toMatchObject({ asks: 'sign' })
  expect(fieldsOf(asked, ZONE)).toMatchObject({ asks: null })
  expect(fieldsOf({ ...EMPTY_DRAFT, asks: 'reply' }, ZONE)).toMatchObject({ asks: 'reply' })
  expect((['sign', 'reply', 'done', ''] as const).map((asks) => hasText({ kind: 'todo', asks }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

describe('an audience that the address chooses', () => {
  const none = { classId: null, person: null }
  const written: Draft = {
    ...EMPTY_DRAFT,
    title: '通知',
    userTypes: [2, 3],
    classIds: ['b'],
    roleIds: ['r'],
    people: [PERSON],
  }

  it('of a class replaces the one of the draft, and begins with the parents', () => {
    const draft = presetDraft(written, { ...none, classId: 'a' }, null)
    expect(draft).toMatchObject({
      title: '通知',
      where: 'places',
      classIds: ['a'],
      userTypes: [3],
      roleIds: [],
      people: [],
    })
    const own = { ...draft, userTypes: [1 as const] }
    expect(presetDraft(own, { ...none, classId: 'a' }, ['a', 'b'])).toEqual(own)
  })

  it('of a person is this person alone', () => {
    expect(presetDraft(written, { ...none, person: PERSON }, null)).toMatchObject({
      userTypes: [],
      classIds: [],
      roleIds: [],
      people: [PERSON],
    })
  })

  it('of a teacher has pupils and parents of the own classes alone, and a single class at once', () => {
    expect(presetDraft(written, none, ['a', 'b'])).toMatchObject({
      where: 'places',
      userTypes: [3],
      classIds: ['b'],
      roleIds: [],
    })
    expect(presetDraft(EMPTY_DRAFT, none, ['a'])).toMatchObject({ classIds: ['a'], userTypes: [] })
    expect(presetDraft(EMPTY_DRAFT, none, ['a', 'b']).classIds).toEqual([])
    expect(presetDraft(EMPTY_DRAFT, { ...none, classId: 'c' }, ['a', 'b']).classIds).toEqual([])
  })
})

it('one that waits is changed as it was written', () => {
  const waiting: Publication = {
    publicationId: 'x',
    version: '',
    office: null,
    ofClasses: false,
    outside: false,
    kind: 'message',
    title: '通知',
    englishTitle: 'News',
    text: '内容',
    englishText: '',
    importance: 4,
    url: null,
    applicationCode: 'files',
    dueOn: null,
    audience: { userTypes: [1], gradeIds: [], classIds: ['c'], userIds: ['p'], roleIds: ['r'] },
    state: 'scheduled',
    sendAt: '2026-11-30T23:05:00Z',
    recalledAt: null,
    remindedAt: null,
    recipients: 3,
    read: 0,
    asks: 'reply',
    answered: 0,
    declined: 0,
    author: null,
    people: [{ ...PERSON, userType: 1, place: null }],
    files: [{ fileId: 'f', name: 'a.txt', size: 1 }],
  }
  const draft = draftOf(waiting, ZONE)
  expect(draftFields.parse(draft)).toEqual(draft)
  expect(draft).toMatchObject({ sendAt: '2026-12-01', sendTime: '07:05', where: 'places', link: 'app:files' })
  expect(fieldsOf(draft, ZONE)).toEqual({
    kind: 'message',
    title: '通知',
    englishTitle: 'News',
    text: '内容',
    englishText: '',
    importance: 4,
    asks: 'reply',
    url: null,
    applicationCode: 'files',
    dueOn: null,
    audience: waiting.audience,
    sendAt: '2026-11-30T23:05:00.000Z',
    fileIds: ['f'],
  })
})
