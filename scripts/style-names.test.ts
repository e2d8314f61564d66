import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// Within a browser that knows @scope an application's style cannot leave its containers. Names keep the styles apart in older ones, and the portal's own out
// of applications: the base in tokens.css is all that plain elements get.

const FOLDERS = ['src/app', 'apps']
const root = fileURLToPath(new URL('..', import.meta.url))

/** Style sheets by their path in the project. Vitest would import them empty. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const PREFIXES: Readonly<Record<string, string>> = {
  // Its sections of faces and sign-in keep the names that they had as pages of the portal.
  administration: 'ad|fa|n',
  attendance: 'at',
  files: 'f',
  roster: 'ro',
}
/** The element styles of the whole page: the base, and what holds before it has arrived. */
const BASE = ['src/app/ui/tokens.css', 'src/app/boot/critical.css']

/** The selectors of a style sheet, without those of keyframes and of descriptors. */
function selectorsOf(css: string): string[] {
  const plain = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .replaceAll(/@(?:page|font-face|property)[^{]*\{[^{}]*\}/g, '')
  const preludes = [...plain.matchAll(/([^{};]+)\{/g)].map((match) => (match[1] ?? '').trim())
  return preludes
    .filter((prelude) => !prelude.startsWith('@'))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
}

/** Other places may change a style for paper or a narrow screen. */
const withoutMedia = (css: string) => css.replaceAll(/@media[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')

/** The selectors of a file that do not name one of these kinds of classes. */
const without = (css: string, named: RegExp) => selectorsOf(css).filter((selector) => !named.test(selector))

it.each(Object.entries(PREFIXES))('the styles of %s name its own classes', (app, prefix) => {
  const own = Object.entries(files).filter(([file]) => file.startsWith(`apps/${app}/`))
  expect(own.flatMap(([, css]) => selectorsOf(css))).not.toEqual([])
  const named = new RegExp(String.raw`\.(?:${prefix}|app)-`)
  expect(own.flatMap(([, css]) => without(css, named))).toEqual([])
})

it('the portal’s styles name classes, and none of an application’s', () => {
  const shell = Object.entries(files).filter(([file]) => file.startsWith('src/app/') && !BASE.includes(file))
  expect(
    shell.flatMap(([file, css]) =>
      without(css, /\.[a-z]|\[data-|::|^(?::root|html|body)\b/).map((one) => `${file}: ${one}`),
    ),
  ).toEqual([])
  const classesIn = (folder: string) =>
    Object.entries(files)
      .filter(([file]) => file.startsWith(folder))
      .flatMap(([, css]) => [...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))
      .filter((name) => !/^(?:k|app)-|^visually-hidden$/.test(name ?? ''))
  const own = new Set(classesIn('apps/'))
  expect(classesIn('src/app/').filter((name) => own.has(name))).toEqual([])
})

it.each(Object.keys(PREFIXES))('two style sheets of %s give no class of the same name a style of its own', (app) => {
  const named = Object.entries(files)
    .filter(([file]) => file.startsWith(`apps/${app}/`))
    .flatMap(([file, css]) =>
      [...new Set(selectorsOf(withoutMedia(css)).filter((one) => /^\.[\w-]+$/.test(one)))].map(
        (one) => [one, file] as const,
      ),
    )
  const taken = new Map<string, string>()
  const twice = named.filter(([one, file]) => {
    const first = taken.get(one) ?? file
    taken.set(one, first)
    return first !== file
  })
  expect(twice.map(([one, file]) => `${one}: ${taken.get(one)}, ${file}`)).toEqual([])
})
