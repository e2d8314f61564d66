import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldName, foldText } from '../../../contract/rules/text/fold-text.ts'
import { searchForms, searchName } from '../../../contract/rules/text/search-name.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** Characters that schools write, and those that come along with them: of letters that were added to Unicode lately the two may have different tables. */
const ranges = [
  [0x20, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x2e80, 0x2fd5],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [0xf900, 0xfa2d],
  [0xfe00, 0xfe0f],
  [0xff01, 0xffee],
] as const
const character = fc.oneof(
  ...ranges.map(([least, most]) => fc.integer({ min: least, max: most }).map((point) => String.fromCodePoint(point))),
)
const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''))

it('the database folds as the page and the server do', async () => {
  // Unassigned characters of the ranges are of no language.
  const given = [
    'Ｔ​B1201',
    '买买提·艾力',
    'Ⅱ İstanbul ǅ ß',
    'O´Brien',
    'ÖΣ',
    ...fc.sample(text, 3000).filter((one) => !/\p{Cn}/u.test(one)),
  ]
  const rows = await test.database.asOwner(
    async (tx) =>
      (
        await tx.execute(sql`
          select value, portal_fold(value) as fold, portal_fold_name(value) as name, portal_search_name(value) as search, portal_search_lines(value) as lines
          from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) value`)
      ).rows,
  )
  expect(rows).toHaveLength(given.length)
  const differ = rows.filter(({ value, fold, name, search, lines }) => {
    const own = String(value)
    return (
      foldText(own) !== fold ||
      foldName(own) !== name ||
      searchName(own) !== search ||
      !String(lines)
        .split('\n')
        .every((line) => searchForms(own).includes(line))
    )
  })
  expect(
    differ.map(({ value, ...folded }) => ({ value: escape(String(value)), ...folded, own: foldText(String(value)) })),
  ).toEqual([])
})

const escape = (value: string) => [...value].map((one) => one.codePointAt(0)?.toString(16)).join(' ')
