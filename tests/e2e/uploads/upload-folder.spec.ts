import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { listFolder } from '../../support/app/list-folder.ts'
import { signIn } from '../../support/callers/portal-caller.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { randomContent } from '../../support/samples/random-content.ts'
import { chooseEnglish, expect, PASSWORD, popNothingUp, test } from '../fixtures.ts'
import { choose, openFiles, uploadPill, uploadRows } from '../../support/browser/upload-files.ts'

const COUNT = 200

test.beforeEach(async ({ context }) => {
  await chooseEnglish(context)
  await popNothingUp(context)
})

test('a folder of small files goes up in few calls and arrives whole; what is refused fails alone', async ({
  page,
  portal,
}, info) => {
  const folder = info.outputPath('Small')
  await mkdir(join(folder, 'inner'), { recursive: true })
  const sent = new Map<string, Buffer>()
  for (let at = 0; at < COUNT; at += 1) {
    const bytes = randomContent(at === 0 ? 0 : 500 + at * 37)
    const name = `small-${at}.bin`
    sent.set(name, bytes)
    await writeFile(join(folder, at % 3 === 0 ? 'inner' : '', name), bytes)
  }
  await writeFile(join(folder, 'looks-harmless.bin'), '#!/bin/sh\necho')
  const calls = { alone: 0, together: 0 }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/storage/upload')) calls.alone += 1
    if (pathname.endsWith('/storage/upload/together')) calls.together += 1
  })

  await openFiles(page)
  await choose(page, folder, 'Upload folder')
  await expect(uploadPill(page)).toHaveAccessibleName(/200 of 201.*1 /)
  const refused = (await uploadRows(page)).filter({ hasText: 'looks-harmless' })
  await expect(refused).toContainText('Files of this type may not be uploaded')

  expect(calls.together).toBeGreaterThan(0)
  expect(calls.alone + calls.together).toBeLessThan(COUNT / 4)
  const caller = await signIn(portal.url, { username: 'staff', password: PASSWORD })
  const top = (await listFolder(caller)).folders.find(({ name }) => name === 'Small')
  const outer = await listFolder(caller, top?.id ?? '')
  const inner = await listFolder(caller, outer.folders[0]?.id ?? '')
  expect(inner.files).toHaveLength(Math.ceil(COUNT / 3))
  const stored = [...outer.files, ...inner.files]
  expect(stored.map(({ name }) => name).toSorted()).toEqual([...sent.keys()].toSorted())
  for (const { id, name } of stored) {
    expect(sent.get(name)?.equals(await caller.download(files.download.path.replace('{id}', id)))).toBe(true)
  }
})

test('a folder is in the list while it goes up, with its progress, and the tray leaves the list free when all is done', async ({
  page,
  context,
}, info) => {
  const folder = info.outputPath('Trip')
  await mkdir(join(folder, 'Day 1'), { recursive: true })
  await writeFile(join(folder, 'plan.bin'), randomContent(300_000))
  await writeFile(join(folder, 'Day 1', 'photo.bin'), randomContent(300_000))
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await context.route(/second_upload_check|storage\/upload/, async (route) => {
    await held
    await route.continue()
  })
  await openFiles(page)
  await choose(page, folder, 'Upload folder')
  const row = page.getByRole('row').filter({ hasText: 'Trip' })
  await expect(row.getByRole('progressbar', { name: 'Upload progress of “Trip”' })).toBeVisible()
  await expect(row).toContainText('0 of 2 files')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Nothing here yet')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  letGo()
  await expect(row.getByRole('link', { name: 'Trip', exact: true })).toBeVisible()
  await expect(row.getByRole('progressbar')).toHaveCount(0)
  const pill = uploadPill(page)
  await expect(pill).toHaveAttribute('aria-expanded', 'false')
  await expect(pill).toHaveCount(0)
})
