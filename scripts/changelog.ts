import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import type { ResponseOf } from '../contract/endpoint.ts'
import type { versionJson } from '../contract/endpoints/versions.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** The bundled applications with their names. */
const NAMES = 'server/modules/units/defaults/applications.json'
const named = z.object({ code: z.string(), englishName: z.string() })

type Release = ResponseOf<typeof versionJson>[number]

const VERSION = /^## \[(?:Unreleased|(\d+\.\d+\.\d+))\](?: - (\d{4}-\d{2}-\d{2}))?$/
const CATEGORY = /^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$/
const ENGLISH = /^- (\S.*)$/
const CHINESE = /^ {2}(\S.*)$/

/** Reads the released versions from CHANGELOG.md, which describes its own form. Throws an Error with the number of the first wrong line. */
export function parseChangelog(text: string): Release[] {
  const releases: Release[] = []
  /** Null before the first version. */
  let notes: Release['metto'] | null = null
  let hasCategory = false
  let english: string | null = null

  for (const [at, line] of [...text.split(/\r?\n/), ''].entries()) {
    const fail = (reason: string): never => {
      throw new Error(`CHANGELOG.md, line ${at + 1}: ${reason}`)
    }
    if (english !== null) {
      const cn = CHINESE.exec(line)?.[1] ?? fail('expected the Chinese text of this change, indented by two spaces')
      notes?.push({ cn, en: english })
      english = null
    } else if (line.startsWith('## ')) {
      const [heading, version, date] =
        VERSION.exec(line) ?? fail('expected "## [1.2.3] - 2026-11-20" or "## [Unreleased]"')
      if ((version === undefined) !== (date === undefined))
        fail(`"${heading}" must have a version and a date, or neither`)
      if (releases.some((release) => release.version === version)) fail(`version ${version} stands twice`)
      notes = []
      hasCategory = false
      if (version !== undefined) releases.push({ version, date, metto: notes })
    } else if (notes !== null && line !== '') {
      if (CATEGORY.test(line)) hasCategory = true
      else {
        english = ENGLISH.exec(line)?.[1] ?? fail('expected a heading or "- " and the English text of a change')
        if (!hasCategory) fail('a change must stand below a heading such as "### Added"')
      }
    }
  }
  for (const { version, metto } of releases) {
    if (metto.length === 0) throw new Error(`CHANGELOG.md: version ${version} has no changes`)
  }
  return releases
}

/** The releases that changed an application, with its changes: those whose English text begins with its English name. */
export function releasesOf(releases: readonly Release[], englishName: string): Release[] {
  const isOwn = ({ en }: Release['metto'][number]) =>
    en.startsWith(englishName) && /^\W/.test(en.slice(englishName.length))
  return releases
    .map((release) => ({ ...release, metto: release.metto.filter(isOwn) }))
    .filter(({ metto }) => metto.length > 0)
}

/** Emits what the page reads about its own build and its applications' (endpoints versions.packageJson and versions.versionJson). */
export function versionFiles(applications: readonly string[]): Plugin {
  return {
    name: 'version-files',
    apply: 'build',
    async generateBundle() {
      const read = (name: string) => readFile(resolve(ROOT, name), 'utf8')
      const { name, version } = z
        .object({ name: z.string(), version: z.string() })
        .parse(JSON.parse(await read('package.json')))
      const packageDate = new Date().toISOString().slice(0, 10)
      const emit = (fileName: string, value: unknown) =>
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(value) })
      const facts = { version, packageDate, serverVersion: version }
      emit('pages/portal/package.json', { name, ...facts, applications })
      const releases = parseChangelog(await read('CHANGELOG.md'))
      emit('pages/portal-version/version.json', releases)
      const names = z.array(named).parse(JSON.parse(await read(NAMES)))
      for (const code of applications) {
        const englishName = names.find((one) => one.code === code)?.englishName
        if (englishName === undefined) throw new Error(`${NAMES} has no application "${code}"`)
        emit(`pages/${code}/package.json`, { name: code, ...facts })
        emit(`pages/${code}-version/version.json`, releasesOf(releases, englishName))
      }
    },
  }
}
