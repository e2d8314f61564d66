import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const ENDPOINTS = 'contract/endpoints'
const sourcesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const)

/** The exported endpoints of each file of the contract. */
const declared = sourcesBelow(ENDPOINTS).map(([file, source]) => ({
  file,
  names: [...source.matchAll(/^export const (\w+) = (?:get|post|ofClasses)\w*\(/gm)].map(([, name = '']) => name),
}))
const all = declared.flatMap(({ names }) => names)
const domainOf = (file: string) =>
  basename(file, '.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
/** A name of one word, or of several files, does not say its domain, unless it is the domain. */
const isBare = (name: string, file: string) =>
  name !== domainOf(file) && (/^[a-z]+$/.test(name) || all.indexOf(name) !== all.lastIndexOf(name))
const bare = new Set(
  declared.flatMap(({ file, names }) => names.filter((name) => isBare(name, file)).map((name) => `${file} ${name}`)),
)

const IMPORT = /^import (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from '[./]*(contract\/endpoints\/[^']+)'/gm

it('endpoints whose names do not say their domain are used by their file: people.list', () => {
  const found: string[] = []
  for (const [file, source] of ['server', 'src', 'apps', 'tests', 'scripts', 'kit'].flatMap(sourcesBelow))
    for (const [, names = '', space, from = ''] of source.matchAll(IMPORT)) {
      const imported = names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      )
      found.push(...imported.filter((name) => bare.has(`${from} ${name}`)).map((name) => `${file}: ${name}`))
      const domain = domainOf(from)
      if (space !== undefined && space !== domain && space !== `${domain}Endpoints`) found.push(`${file}: ${space}`)
    }
  expect(bare.size).toBeGreaterThan(100)
  expect(found).toEqual([])
})
