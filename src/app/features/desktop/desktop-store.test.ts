// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { teacher } from '../../../../tests/support/teacher.ts'
import { saveLastDesktop } from '../../core/storage/last-desktop.ts'
import { desktop, showDesktop, showLastDesktop } from './desktop-store.ts'

const data = { me: teacher, icons: [], unread: [] }

test('the last desktop stands in while nothing better is there, also after the server refused', async () => {
  await saveLastDesktop('u1', { ...data, savedAt: '2026-11-20T08:00:00.000Z' })
  desktop.state = { status: 'failed', error: new Error('server not reachable') }
  expect(await showLastDesktop('u1')).toEqual(teacher)
  expect(desktop.state).toMatchObject({ status: 'stored', savedAt: '2026-11-20T08:00:00.000Z' })
})

test('it never takes the place of live icons', async () => {
  showDesktop(data)
  await showLastDesktop('u1')
  expect(desktop.state.status).toBe('live')
})
