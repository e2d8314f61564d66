import { afterEach, expect, it } from 'vitest'
import { faceRequest, portalFace } from './face-request.ts'

afterEach(() => faceRequest.set(null))

it('takes no photo without being told whose it is', async () => {
  await expect(portalFace.collect('')).rejects.toMatchObject({ code: 'face.user_missing' })
  expect(faceRequest.current).toBeNull()
})

it('opens one camera at a time: the request before is told that it was closed', async () => {
  const first = portalFace.collect('u1')
  expect(faceRequest.current).toMatchObject({ mode: 'collect', userId: 'u1', administers: false })
  const second = portalFace.clockIn('in')
  expect(await first).toBeNull()
  const told = { direction: 'in', status: 'on_time', minutes: 0 } as const
  const answer = { userId: 'u2', realName: '周琳', englishName: 'Zhou Lin', at: '2026-11-23T07:40:00.000Z', ...told }
  const open = faceRequest.current
  if (open?.mode === 'clockIn') open.end(answer)
  expect(await second).toEqual(answer)
})
