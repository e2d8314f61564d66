import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('only the preview of a theme carries data-look, which gives what it holds tints of its own', () => {
  const files = ['apps', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const carrying = files.filter(
    (file) => file.endsWith('.tsx') && readFileSync(join(root, file), 'utf8').includes('data-look='),
  )
  expect(carrying).toEqual(['src/app/features/theme/ThemePicture.tsx'])
})
