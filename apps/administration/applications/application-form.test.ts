import { expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import { applicationForm, formOf, requestOf } from './application-form.ts'

const blank = formOf(null, [])

function wrongIn(more: Partial<typeof blank>): unknown[] {
  const { error } = safeParse(applicationForm, { ...blank, name: '选课', ...more })
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}

test('a link needs an address that is safe to open', () => {
  expect(wrongIn({ url: 'https://choose.example/#/start' })).toEqual([])
  // Where plain http is allowed the server knows.
  expect(wrongIn({ url: 'http://192.168.3.20:8080/library' })).toEqual([])
  expect(wrongIn({ url: '' })).toEqual([['url', 'field.required']])
  for (const url of ['ftp://choose.example', 'javascript:alert(1)', 'choose.example', 'https://me:word@choose.example'])
    expect(wrongIn({ url })).toEqual([['url', 'application.link']])
})

test('a client is chosen, and then no address is needed', () => {
  expect(wrongIn({ kind: 'client' })).toEqual([['clientId', 'field.required']])
  expect(wrongIn({ kind: 'client', clientId: 'library' })).toEqual([])
})

test('the dedicated application needs neither an address nor a client', () => {
  expect(wrongIn({ kind: 'dedicated' })).toEqual([])
  const request = requestOf(null, { ...blank, name: '应用中心', kind: 'dedicated' }, null)
  expect(request.opens).toEqual({ kind: 'dedicated' })
  expect(safeParse(applications.save.request, request).success).toBe(true)
})

test('what is sent is what the endpoint takes', () => {
  const request = requestOf(
    null,
    {
      ...blank,
      name: '选课',
      url: 'https://choose.example',
      userTypes: [2],
      endsOn: '2027-01-31',
    },
    null,
  )
  expect(safeParse(applications.save.request, request).success).toBe(true)
  expect(request).toMatchObject({
    code: null,
    opens: { kind: 'link', url: 'https://choose.example' },
    audience: { userTypes: [2], roleIds: [], classIds: [], campusIds: [] },
    endsOn: '2027-01-31',
  })
})

test('a built-in application keeps what it opens, and one in a folder its folder', () => {
  const request = requestOf(
    {
      code: 'palace-museum',
      version: '',
      name: '故宫博物院',
      englishName: 'The Palace Museum',
      group: null,
      folder: 'museums',
      icon: '/icons/apps/palace-museum.svg',
      builtInIcon: '/icons/apps/palace-museum.svg',
      on: true,
      needed: false,
      own: false,
      opens: { kind: 'link', url: 'https://www.dpm.org.cn' },
      httpRefusal: null,
      madeFor: [1, 2, 3],
      audience: { userTypes: [], roleIds: [], classIds: [], campusIds: [] },
      licence: null,
    },
    { ...blank, name: '故宫', kind: 'fixed', group: '' },
    null,
  )
  expect(request).toMatchObject({ code: 'palace-museum', opens: null, group: null, endsOn: null })
})
