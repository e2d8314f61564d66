import type { APIRequestContext } from '@playwright/test'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import type { FaceSettings } from '../../../contract/endpoints/faces/face-admin.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { PASSWORD, expect } from '../../e2e/fixtures.ts'

/** Has an administrator set what the demo's first school uses faces for: signing in with a turn of the head, unless told otherwise. */
export async function allowFaces(
  request: APIRequestContext,
  url: string,
  given: Partial<FaceSettings> = {},
): Promise<void> {
  const headers = { 'x-portal-device': 'pc', origin: url }
  const form = { username: 'admin', password: PASSWORD }
  expect((await request.post(url + session.login.path, { headers, form })).ok()).toBe(true)
  const { version } = (await (await request.get(url + faceAdmin.settings.path, { headers })).json()).data
  const data: FaceSettings & { version: string } = {
    signIn: true,
    clockIn: false,
    needsPin: false,
    needsKnownDevice: false,
    headTurn: true,
    retentionDays: 400,
    version,
    ...given,
  }
  expect(await (await request.post(url + faceAdmin.saveSettings.path, { headers, data })).json()).toMatchObject({
    status: 200,
  })
}
