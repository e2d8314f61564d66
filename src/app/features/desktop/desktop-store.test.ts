// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { shownChild } from '../../core/family/shown-child.ts'
import { deleteDesktopSnapshot, readDesktopSnapshot, saveDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'
import { pictures } from './pictures.ts'
import { desktopState, loadDesktop, showDesktop, showDesktopSnapshot } from './desktop-store.ts'

const data = { me: teacher, icons: [], unread: [] }

test('the desktop snapshot stands in while nothing better is there, also after the server refused', async () => {
  await saveDesktopSnapshot('u1', { ...data, savedAt: '2026-11-20T08:00:00.000Z' })
  await loadDesktop(null)
  expect(desktopState().status).toBe('failed')
  expect(await showDesktopSnapshot('u1')).toEqual(teacher)
  expect(desktopState()).toMatchObject({ status: 'stored', savedAt: '2026-11-20T08:00:00.000Z' })
})

test('it is kept again when another child is shown', async () => {
  pictures.set(true)
  const isKept = () => vi.waitFor(async () => expect((await readDesktopSnapshot('u1'))?.me).toEqual(teacher))
  await deleteDesktopSnapshot('u1')
  showDesktop(data)
  await isKept()
  await deleteDesktopSnapshot('u1')
  expect(await readDesktopSnapshot('u1')).toBeUndefined()
  shownChild.set('chuan')
  await isKept()
})

test('it never takes the place of live icons', async () => {
  showDesktop(data)
  await showDesktopSnapshot('u1')
  expect(desktopState().status).toBe('live')
})
