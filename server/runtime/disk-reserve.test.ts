import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDiskReserve } from './disk-reserve.ts'
import { silentLog } from './logger.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'portal-reserve-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const sizeOfReserve = () =>
  stat(join(folder, 'disk-reserve')).then(
    ({ size }) => size,
    () => 0,
  )

test('room is kept with real bytes, given away at once when the disk is full, and kept again once there is room', async () => {
  const reserve = await openDiskReserve(folder, 1, silentLog)
  expect(await sizeOfReserve()).toBe(0)
  await reserve.keep()
  expect(await sizeOfReserve()).toBe(1024 * 1024)
  const { blocks } = await stat(join(folder, 'disk-reserve'))
  expect(blocks * 512).toBeGreaterThanOrEqual(1024 * 1024)
  expect(reserve.isSpent).toBe(false)
  await Promise.all([reserve.release(), reserve.release()])
  expect(reserve.isSpent).toBe(true)
  expect(await sizeOfReserve()).toBe(0)
  await vi.waitFor(() => expect(reserve.isSpent).toBe(false), { timeout: 30_000 })
  expect(await sizeOfReserve()).toBe(1024 * 1024)
  await reserve.close()
})

test('a disk that has no room for it is full, and a folder that does not exist yet is none', async () => {
  const large = await openDiskReserve(folder, 1024 ** 3, silentLog)
  expect(large.isSpent).toBe(true)
  await large.keep()
  expect(large.isSpent).toBe(true)
  expect(await sizeOfReserve()).toBe(0)
  await large.close()
  expect((await openDiskReserve(join(folder, 'not-yet'), 64, silentLog)).isSpent).toBe(false)
})

test('without a size nothing is kept', async () => {
  const none = await openDiskReserve(folder, 0, silentLog)
  await none.keep()
  expect(await sizeOfReserve()).toBe(0)
})
