import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { guardComposition } from './composition-keys.ts'

/** What the listeners after the guard hear of a key; `keyCode` is 229 while an input method has the key. */
function hears(key: string, { isComposing = false, keyCode = 13 } = {}): boolean {
  const page = new EventTarget()
  guardComposition(page)
  let heard = false
  page.addEventListener('keydown', () => (heard = true), { capture: true })
  page.dispatchEvent(Object.assign(new Event('keydown'), { key, isComposing, keyCode }))
  return heard
}

it('a key that an input method takes presses nothing', () => {
  for (const key of ['Enter', 'Escape', ' ', 'Tab', 'ArrowDown', 'Backspace']) {
    expect(hears(key)).toBe(true)
    expect(hears(key, { isComposing: true })).toBe(false)
    // Safari ends the composition before it tells of the key that ended it.
    expect(hears(key, { keyCode: 229 })).toBe(false)
  }
})

it('letters are heard while one composes, as a sign that somebody is there', () => {
  for (const key of ['n', 'Process', 'Unidentified']) expect(hears(key, { isComposing: true, keyCode: 229 })).toBe(true)
})

it('is the only rule about input methods, and stands before any listener', () => {
  const files = ['src', 'apps', 'kit'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.name.includes('.test.'))
      .map((file) => `${file.parentPath}/${file.name}`),
  )
  const withOwn = files.filter((file) => /isComposing|\bkeyCode\b|\b229\b/.test(readFileSync(file, 'utf8')))
  expect(withOwn).toEqual(['src/app/ui/composition-keys.ts'])

  // Every page but an application's, which is drawn into the portal's, begins in one of these.
  const roots = files.filter((file) => /\b(createRoot|hydrateRoot)\(/.test(readFileSync(file, 'utf8')))
  const guarded = ['src/app/boot/', 'src/app/micro-apps/create-mount.tsx', 'kit/main.tsx']
  expect(roots.filter((file) => !guarded.some((start) => file.startsWith(start)))).toEqual([])
  expect(readFileSync('src/app/boot/boot.tsx', 'utf8')).toMatch(
    /export function boot\([^\n]*\n {2}guardComposition\(window\)/,
  )
  expect(readFileSync('kit/main.tsx', 'utf8')).toContain('guardComposition(window)')
  expect(readFileSync('src/app/boot/early/early.ts', 'utf8')).not.toMatch(/keydown|keyup/)
})
