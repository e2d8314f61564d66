// Checks that README, CONTRIBUTING and the docs name paths, sections and commands that exist, and that comments name pages of docs/ that exist.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { root } from './ready.mjs'

const FOLDERS = [
  '.ci',
  '.github',
  'apps',
  'contract',
  'docs',
  'examples',
  'kit',
  'public',
  'scripts',
  'server',
  'src',
  'tests',
]
/** What readers make by following a page, and names that stand for any. */
const NO_FILES = /^apps\/hello\b|^(?:utils|name\.thread)\.ts$/
const TEXT = /\.(?:[cm]?[jt]sx?|sql|css)$/
/** What names a file by a part of its path: code alone, since names such as `school.yaml` stand for files of the reader. */
const CODE_FILE = /^(?:[\w@.-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|css|sql)$/

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/')),
)
files.push(...readdirSync(root).filter((name) => statSync(join(root, name)).isFile()))
const folders = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** `a/{b,c}.ts` is two paths. */
function expand(path) {
  const [, start, choices, end] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path) ?? []
  return choices === undefined ? [path] : choices.split(',').flatMap((choice) => expand(start + choice + end))
}

/** Whether a path of the repository is there; `*`, `<name>`, `{name}`, `NNNN` and `…` stand for any name. */
function isThere(path) {
  if (!/[*<{…]|NNNN/.test(path)) return existsSync(join(root, path))
  const pattern = path
    .replace(/\/$/, '')
    .split(/(\*+|<[^>]*>|\{[^}]*\}|…|NNNN)/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(/[.+^$()[\]\\|?]/g, String.raw`\$&`) : '.*'))
    .join('')
  const whole = new RegExp(`^${pattern}$`)
  return files.some((file) => whole.test(file)) || [...folders].some((folder) => whole.test(folder))
}

const lasts = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const anchors = new Map()
function anchorsOf(file) {
  const known =
    anchors.get(file) ??
    new Set([...readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading)))
  anchors.set(file, known)
  return known
}

const problems = []
const pages = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
for (const page of pages) {
  const text = readFileSync(join(root, page), 'utf8')
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path, anchor] = target.split('#')
    const file =
      path === ''
        ? page
        : normalize(join(dirname(page), path))
            .replaceAll('\\', '/')
            .replace(/\/$/, '')
    if (!existsSync(join(root, file))) problems.push(`${page} links to ${target}`)
    else if (anchor && file.endsWith('.md') && !anchorsOf(file).has(anchor))
      problems.push(`${page} links to ${target}, which has no such section`)
  }
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g))
    for (const word of code.split(/[\s"'()=,;]+(?![^{]*\})/)) {
      const path = word.replace(/[.:]$/, '')
      if (NO_FILES.test(path)) continue
      if (FOLDERS.some((folder) => path.startsWith(`${folder}/`))) {
        if (/[`$]|https?:/.test(path)) continue
        for (const one of expand(path)) if (!isThere(one)) problems.push(`${page} names ${one}`)
      } else if (CODE_FILE.test(path) && !lasts.has(path)) problems.push(`${page} names ${path}`)
    }
  for (const [, command] of text.matchAll(/npm run ([a-z][\w:-]*)/g))
    if (!(command in scripts)) problems.push(`${page} names npm run ${command}`)
}

// Comments name a page of the docs, or a decision by its number.
for (const file of files.filter((name) => TEXT.test(name) && !name.startsWith('public/')))
  for (const [path] of readFileSync(join(root, file), 'utf8').matchAll(/(?<![\w.-]\/|[\w/-])docs\/[a-z][\w/.-]*\w/g)) {
    const isDecision = /\/decisions\/\d{4}$/.test(path) && files.some((name) => name.startsWith(`${path}-`))
    if (!isDecision && !existsSync(join(root, path))) problems.push(`${file} names ${path}`)
  }

for (const problem of new Set(problems)) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
