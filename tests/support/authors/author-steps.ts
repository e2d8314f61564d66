import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

// What the author of examples/hello does, as docs/develop/applications.md says it: a step for each row of its table.

/** Does one step in a copy of the repository, in whose `file` it is done. */
export type AuthorStep = (root: string, file: string) => Promise<void>

/** Puts a text before another one that is in the file. */
function before(found: string | RegExp, text: string): AuthorStep {
  return async (root, file) => {
    const path = join(root, file)
    const content = await readFile(path, 'utf8')
    const changed = content.replace(found, (place) => text + place)
    if (changed === content) throw new Error(`${file} has no “${String(found)}”`)
    await writeFile(path, changed)
  }
}

function inTurn(...steps: readonly AuthorStep[]): AuthorStep {
  return async (root, file) => {
    for (const step of steps) await step(root, file)
  }
}

/** Changes a file of JSON, and leaves the layout to the formatter. */
function inJson(change: (content: unknown) => unknown): AuthorStep {
  return async (root, file) => {
    const path = join(root, file)
    const content = change(JSON.parse(await readFile(path, 'utf8')))
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
  }
}

const withEntry = (entry: object) => inJson((list) => [...z.array(z.unknown()).parse(list), entry])

const roleTexts = z.looseObject({ roles: z.looseObject({ codes: z.record(z.string(), z.unknown()) }) })

const withRoleText = (text: { name: string; about: string }) =>
  inJson((texts) => {
    const parsed = roleTexts.parse(texts)
    parsed.roles.codes['hello'] = text
    return parsed
  })

const CHANGE = `-- Schools that exist get the application Hello.
insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, front_user_types, icon_path, position)
select u.unit_id, 'hello', '你好', 'Hello', '你好', 'Hello', 'ZDYYYFL-CYYY', '{1,2,3,4}', '/icons/apps/hello.svg',
  coalesce((select max(a.position) + 1 from application a where a.unit_id = u.unit_id), 0)
from unit u where u.unit_type = '2'
on conflict do nothing;
insert into permission (unit_id, code, name, parent_code, position)
select u.unit_id, 'hello', '你好', null, 900 from unit u where u.unit_type = '2'
on conflict do nothing;
insert into permission_grant (unit_id, code, user_type)
select p.unit_id, p.code, t.user_type from permission p, (values (1), (2), (3), (4)) as t (user_type)
where p.code = 'hello'
on conflict do nothing;
`

export const AUTHOR_STEPS: Readonly<Record<string, AuthorStep>> = {
  'vite.config.ts': before("  roster: 'apps/", "  hello: 'apps/hello/hello.tsx',\n"),
  'scripts/language-sources.ts': inTurn(
    before('import roster', "import hello from '../apps/hello/locales/en.json' with { type: 'json' }\n"),
    before('  roster: { roster', '  hello: { hello },\n'),
  ),
  'scripts/language-sources.test.ts': inTurn(
    before('import type roster', "import type hello from '../apps/hello/locales/zh-CN.json'\n"),
    before(
      '  expectTypeOf(applicationPacks.roster',
      '  expectTypeOf(applicationPacks.hello.hello).toEqualTypeOf<typeof hello>()\n',
    ),
  ),
  'scripts/style-names.test.ts': before("  roster: 'ro'", "  hello: 'he',\n"),
  'server/modules/applications/icon-catalogue.ts': before(
    '  roster: {',
    "  hello: { glyph: 'hand-waving', hue: 'amber' },\n",
  ),
  'server/modules/desktop/package-versions.ts': before("  'roster',", "  'hello',\n"),
  'contract/permissions.ts': before("  'roster',", "  'hello',\n"),
  'apps/administration/locales/zh-CN.json': withRoleText({ name: '你好', about: '打开“你好”。' }),
  'apps/administration/locales/en.json': withRoleText({ name: 'Hello', about: 'Open Hello.' }),
  'tests/e2e/desktop/permissions.spec.ts': before("    ['roster', icon('roster')]", "    ['hello', icon('hello')],\n"),
  'server/db/changes/': async (root, folder) => {
    const names = await readdir(join(root, folder))
    const next = Math.max(...names.map((name) => Number.parseInt(name, 10) || 0)) + 1
    await writeFile(join(root, folder, `${String(next).padStart(4, '0')}_hello.sql`), CHANGE)
  },
  'server/modules/units/defaults/applications.json': withEntry({
    code: 'hello',
    name: '你好',
    englishName: 'Hello',
    shortName: '你好',
    englishShortName: 'Hello',
    groupCode: 'ZDYYYFL-CYYY',
    iconPath: '/icons/apps/hello.svg',
    userTypes: [1, 2, 3, 4],
    units: ['school'],
  }),
  'server/modules/units/defaults/permissions.json': withEntry({
    code: 'hello',
    name: '你好',
    parentCode: null,
    userTypes: [1, 2, 3, 4],
    units: ['school'],
  }),
  '.size-limit.json': withEntry({
    name: 'Hello: the application (brotli)',
    path: ['dist/app/assets/hello-*.js.br', 'dist/app/assets/hello-*.css.br'],
    limit: '4 kB',
    brotli: false,
    gzip: false,
  }),
  // Below what is not released.
  'CHANGELOG.md': before(/^## \[\d/m, '### Added\n\n- Hello: a greeting\n  你好：一句问候\n\n'),
}

/** Copies the example to where an application is, and does what the rows of the page say. */
export async function followAuthorPage(root: string): Promise<void> {
  await cp(join(root, 'examples/hello'), join(root, 'apps/hello'), { recursive: true })
  for (const [file, step] of Object.entries(AUTHOR_STEPS)) await step(root, file)
}
