import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ApiServer, sendJson, startApiServer, succeeded } from '../../../../tests/support/fakes/api-server.ts'
import type { FittedPicture } from '../../platform/picture.ts'
import { sendPicture } from './picture-upload.ts'

const never = new AbortController().signal
/** More than one call takes arguments. */
const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) % 251))
const picture: FittedPicture = { bytes: new Blob([bytes]), type: 'png', width: 3, height: 2 }

let server: ApiServer
let forms: URLSearchParams[]

beforeEach(async () => {
  forms = []
  server = await startApiServer((_, response, body) => {
    forms.push(new URLSearchParams(body.toString()))
    const data = {
      id: 'f1',
      name: '课表.png',
      size: bytes.length,
      md5: '900150983cd24fb0d6963f7d28e17f72',
      type: 'image/png',
      folderId: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    sendJson(response, succeeded(data))
  })
})

afterEach(() => server.close())

it('sends a picture as base64, with the name apart from the extension', async () => {
  const stored = await sendPicture(never, picture, { fileName: '课表' })
  expect(stored.name).toBe('课表.png')
  expect(Object.fromEntries(forms[0] ?? [])).toEqual({
    serverid: 'base',
    fileName: '课表',
    base64Str: bytes.toString('base64'),
    type: 'png',
  })
})

it('says for whom a picture is', async () => {
  await sendPicture(never, picture, { fileName: 'me', serverid: 'homework', purpose: 'account' })
  expect(forms[0]?.get('purpose')).toBe('account')
  expect(forms[0]?.get('serverid')).toBe('homework')
})

it.each([
  ['an empty picture', { ...picture, bytes: new Blob([]) }, 'me', 'storage.base64_empty'],
  ['an empty name', picture, '', 'storage.base64_name_empty'],
  ['a name of spaces', picture, ' \t', 'storage.base64_name_empty'],
])('refuses %s before anything is sent', async (_, given, fileName, code) => {
  await expect(sendPicture(never, given, { fileName })).rejects.toMatchObject({ name: 'PortalError', code })
  expect(forms).toEqual([])
})
