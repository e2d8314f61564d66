import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesChangedSince } from './changed-files.mjs'
import { commitOfRun, mergeRuns, missingSpecs, readFullRun } from './full-run.mjs'
import { filesIn } from './ready.mjs'
import { DOMAINS, domainsOf, domainsWith, findSpecs, NAMED, SHARED, storiesOf } from './story-domains.mjs'

const root = resolve(import.meta.dirname, '..')
const specs = findSpecs()
const sources = ['apps', 'contract', 'examples', 'kit', 'public', 'server', 'src'].flatMap((folder) =>
  Array.from(filesIn(resolve(root, folder)), (file) => String(file).slice(root.length + 1)),
)
const isCode = (file: string) => !/\.test\.tsx?$|\.md$|tsconfig\.json$/.test(file)

/** Whether a path of the table is there; `*` stands for one name. */
function isThere(path: string): boolean {
  const found = (at: string, [name, ...rest]: string[]): boolean => {
    if (name === undefined) return true
    const names = readdirSync(at, { withFileTypes: true })
    return names.some(
      (entry) =>
        (name === '*' || entry.name === name) &&
        (rest.length === 0 || (entry.isDirectory() && found(resolve(at, entry.name), rest))),
    )
  }
  return found(root, path.split('/'))
}

describe('the table of stories', () => {
  it('has a domain for every spec file', () => {
    expect(specs.length).toBeGreaterThan(100)
    expect(specs.filter((spec) => domainsWith(spec).length === 0)).toEqual([])
  })

  it('has a domain for every source file, and one of its own for each member of the folders by domain', () => {
    const code = sources.filter(isCode).filter((file) => !file.startsWith('server/dev/face-calibrate/'))
    expect(code.length).toBeGreaterThan(1500)
    expect(code.filter((file) => domainsOf(file).length === 0)).toEqual([])
    const listed = Object.values(DOMAINS).flatMap((domain) => domain.sources)
    const members = NAMED.flatMap((folder) =>
      readdirSync(resolve(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || (folder === 'contract/endpoints' && isCode(entry.name)))
        .map(({ name }) => `${folder}/${name}`),
    )
    expect(members.length).toBeGreaterThan(60)
    const named = (member: string) => listed.some((path) => path === member || path.startsWith(`${member}/`))
    expect(members.filter((member) => !named(member))).toEqual([])
  })

  it('names what is there', () => {
    const gone = Object.entries(DOMAINS).flatMap(([domain, { sources: from, stories }]) => [
      ...from.filter((path) => !isThere(path)).map((path) => `${domain}: ${path}`),
      ...stories
        .filter((story) => !specs.some((spec) => (story.endsWith('/') ? spec.startsWith(story) : spec === story)))
        .map((story) => `${domain}: ${story}`),
    ])
    expect(gone).toEqual([])
    expect(SHARED.filter((path) => !isThere(path))).toEqual([])
  })

  it('runs the stories of the domains of a change, all for what is shared, and none for a page of the documentation', () => {
    expect(storiesOf(['docs/school/faces.md', 'contract/limits.test.ts'], specs)).toEqual([])
    expect(storiesOf(['src/app/ui/Button.tsx'], specs)).toEqual(specs)
    expect(storiesOf(['server/modules/voice/voice.ts'], specs)).toEqual(['voice/voice-settings', 'voice/voice'])
    expect(storiesOf(['tests/e2e/voice/voice.spec.ts'], specs)).toEqual(['voice/voice'])
    const files = storiesOf(['apps/files/files.tsx', 'tests/e2e/oauth/library.ts'], specs)
    expect(files).toEqual(expect.arrayContaining(['files/drive', 'uploads/upload-tray', 'oauth/authorize']))
    expect(files).not.toContain('administration/people')
  })

  it('runs the stories that look at every page for each of them', () => {
    const walks = ['ui/contrasts', 'ui/text-size']
    for (const file of ['apps/files/files.tsx', 'src/app/features/voice/voice.css', 'src/app/locales/en/account.json'])
      expect(storiesOf([file], specs)).toEqual(expect.arrayContaining(walks))
    expect(storiesOf(['server/modules/voice/voice.ts'], specs)).not.toEqual(expect.arrayContaining(walks))
  })

  it('runs those of a page of the documentation that is served or tried, and all for what makes the build', () => {
    expect(storiesOf(['CHANGELOG.md'], specs)).toEqual(['desktop/about'])
    expect(storiesOf(['docs/use/teachers.md'], specs)).toEqual(['desktop/footer'])
    expect(storiesOf(['docs/operate/install.md'], specs)).toEqual(['web-server/nginx'])
    expect(storiesOf(['scripts/precache.ts'], specs)).toEqual(specs)
    expect(storiesOf(['scripts/precache.test.ts'], specs)).toEqual([])
  })

  it('has a domain for everything that a story imports from the other folders of tests and scripts', () => {
    const files = new Set(Array.from(filesIn(resolve(root, 'tests/e2e')), String))
    for (const file of files) {
      const paths = readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g)
      for (const [, path = ''] of paths) {
        const found = resolve(dirname(file), path)
        if (/^(tests|scripts)\/.*s$/.test(relative(root, found)) && existsSync(found)) files.add(found)
      }
    }
    const imported = [...files].map((file) => relative(root, file)).filter((file) => !file.startsWith('tests/e2e/'))
    expect(imported.length).toBeGreaterThan(50)
    expect(imported.filter((file) => domainsOf(file).length === 0)).toEqual([])
  })
})

describe('the record of the last full run', () => {
  const before = { commit: 'abc', date: '2026-12-01' }
  const now = { commit: 'def', date: '2026-12-02' }

  it('runs again what failed, never ran, ran with files that were not committed, or has changed since it was green', () => {
    const run = {
      'files/drive': { tests: 4, ...before },
      'voice/voice': { tests: 2, ...before },
      'oauth/authorize': { tests: 2, ...before, commit: 'abc with uncommitted changes' },
    }
    const names = ['files/drive', 'files/pdf', 'oauth/authorize', 'voice/voice']
    const missing = (files: string[] | undefined) => missingSpecs(names, run, () => files)
    expect(missing([])).toEqual(['files/pdf', 'oauth/authorize'])
    expect(missing(['docs/README.md', 'server/modules/voice/voice.ts'])).toEqual([
      'files/pdf',
      'oauth/authorize',
      'voice/voice',
    ])
    expect(missing(['src/app/ui/Button.tsx'])).toEqual(names)
    expect(missing(undefined)).toEqual(names)
  })

  it('does not count as a change itself', () => {
    expect(storiesOf(['tests/last-full-run.json'], specs)).toEqual([])
  })

  it('knows that a commit which this state was not made of says nothing', () => {
    expect(filesChangedSince('0000000000')).toBeUndefined()
    expect(filesChangedSince('HEAD')).toBeInstanceOf(Array)
  })

  it('keeps what a run did not have, and forgets what failed in it and what is gone', () => {
    const old = { tests: 4, ...before }
    const run = { 'files/drive': old, 'files/pdf': old, 'files/gone': old }
    const ran = { 'files/pdf': 0, 'voice/voice': 2 }
    expect(mergeRuns(run, ran, ['files/drive', 'files/pdf', 'voice/voice'], now)).toEqual({
      'files/drive': old,
      'voice/voice': { tests: 2, ...now },
    })
  })

  it('is of the commit at which a run began, and counts none that changed meanwhile', () => {
    const changed = 'abc with uncommitted changes'
    expect(commitOfRun('abc', 'abc')).toBe('abc')
    expect(commitOfRun('abc', 'def')).toBe(changed)
    expect(commitOfRun('abc', changed)).toBe(changed)
    expect(commitOfRun(changed, 'abc')).toBe(changed)
  })

  it('names spec files that are there', () => {
    expect(Object.keys(readFullRun()).filter((spec) => !specs.includes(spec))).toEqual([])
  })
})
