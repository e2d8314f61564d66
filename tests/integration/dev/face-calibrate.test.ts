import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawnPhoto } from '../../support/samples/drawn-face.ts'
import { calibrate } from '../../../server/dev/face-calibrate/calibrate.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'calibrate-'))
})
afterAll(() => rm(root, { recursive: true }))

/** Runs it, and gives what it said. */
async function run(...given: string[]) {
  const said = { code: 0, printed: '', complaints: '', progress: '' }
  said.code = await calibrate(
    given,
    {},
    {
      print: (text) => (said.printed += text),
      progress: (text) => (said.progress ||= text),
      complain: (text) => (said.complaints += `${text}\n`),
    },
  )
  return said
}

async function draw(person: string, file: string, photo: Promise<Buffer> | string): Promise<void> {
  await mkdir(join(root, person), { recursive: true })
  await writeFile(join(root, person, file), await photo)
}

it('says in a sentence what is missing', async () => {
  expect(await run()).toMatchObject({ code: 1, complaints: expect.stringContaining('face:calibrate -- DIR') })
  expect((await run(join(root, 'nowhere'))).complaints).toContain('cannot be read')
  expect((await run(root)).complaints).toContain('There are 0 folders')
  await draw('one/a', '1.jpg', 'x')
  await draw('one/a', '.DS_Store', 'x')
  await draw('one/b', '1.jpg', 'x')
  expect((await run(join(root, 'one'))).complaints).toMatch(/There are 1 photos .*one.a", but at least 2/)
  for (const person of ['one/a', 'one/b']) await draw(person, '2.jpg', 'x')
  const { code, complaints } = await run(join(root, 'one'))
  expect(code).toBe(1)
  expect(complaints).toContain('Of 0 people there are 2 usable photos')
  expect(complaints).toContain('This photo cannot be opened')
})

it('measures drawn people by its command, and names what it could not use', async () => {
  for (const seed of [0, 1, 2]) {
    await draw(`drawn/p${seed}`, 'a.jpg', drawnPhoto({ seed }))
    await draw(`drawn/p${seed}`, 'b.JPEG', drawnPhoto({ seed, tilt: 4 }))
  }
  await draw('drawn/p0', 'turned.jpg', drawnPhoto({ seed: 0, turn: 0.7 }))
  await draw('drawn/p1', 'notes.txt', 'about p1')
  await copyFile(join(root, 'drawn/p0/a.jpg'), join(root, 'drawn/not-a-person.jpg'))
  // The command itself, which loads the picture library only for the first photo.
  const command = join(import.meta.dirname, '../../../scripts/face-calibrate.mjs')
  const { stdout: printed, stderr } = await promisify(execFile)(process.execPath, [command, join(root, 'drawn')])
  expect(stderr).toMatch(/^\d of 7 photos/m)
  expect(printed).toContain('6 photos of 3 people: 3 pairs of one person, 12 pairs of two.')
  expect(printed).toMatch(/Not used \(2\):/)
  expect(printed).toContain('turned.jpg: Turn your face straight to the camera')
  expect(printed).toContain('notes.txt: This is no JPEG or PNG.')
  expect(printed.match(/^ *0\.\d\d .*%/gm)).toHaveLength(31)
  expect(printed).toMatch(/^ *0\.50 +0\.00% +0\.00% - 25\.00% +0\.00% .*<- configured$/m)
  expect(printed).toMatch(/Equal error rate +0\.00%/)
  expect(printed).toMatch(/Right person +100\.00% \(6 of 6; /)
  expect(printed).toMatch(/Stranger accepted +0\.00% \(0 of 6; /)
})
