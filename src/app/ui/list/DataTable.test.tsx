import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import '../../core/language/i18n.ts'
import { sheetOf } from '../export/sheet-of.ts'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import { Pager } from './Pager.tsx'

// The buttons of the pager ask for it.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' })
  vi.stubGlobal('addEventListener', () => {})
})

interface Pupil {
  readonly id: string
  readonly name: string
  readonly age: number
}

const ROWS: readonly Pupil[] = [
  { id: 'a', name: 'Lin', age: 0 },
  { id: 'b', name: 'Wu', age: 9 },
]
const COLUMNS: readonly Column<Pupil>[] = [
  { key: 'name', heading: 'Name', sort: 'name', value: ({ name }) => name },
  { key: 'id', heading: 'Id', isSheetOnly: true, value: ({ id }) => id },
  { key: 'age', heading: 'Age', sort: 'age', kind: 'number', value: ({ age }) => age, cell: ({ age }) => age },
  { key: 'note', heading: 'Note', cell: () => '' },
]
const keyOf = ({ id }: Pupil) => id
const order = { values: { sort: 'age', descending: true }, change: () => {} }

const drawn = (parts: Partial<Parameters<typeof DataTable<Pupil>>[0]> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <DataTable label="Pupils" rows={ROWS} columns={COLUMNS} keyOf={keyOf} order={order} {...parts} />
    </MemoryRouter>,
  )
const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0

it('has a table with a name, row headings and the order of the list', () => {
  const html = drawn()
  expect(html).toMatch(/<table[^>]*aria-label="Pupils"/)
  expect(html).not.toContain('role="grid"')
  expect(count(html, /<th scope="row"/g)).toBe(2)
  expect(html).toMatch(/aria-sort="none"[^>]*><button[^>]*>Name</)
  expect(html).toMatch(/aria-sort="descending"[^>]*><button[^>]*>Age</)
  expect(html).not.toContain('>Id<')
})

it('shows 0, and a dash for nothing', () => {
  const html = drawn()
  expect(html).toContain('>0</td>')
  expect(count(html, /k-table__none">—</g)).toBe(2)
})

it('is one stop of the keyboard where rows have a link and can be selected', () => {
  const set = () => {}
  const html = drawn({
    linkTo: ({ id }) => `/pupils/${id}`,
    selection: { rows: new Set(['b']), set, nameOf: ({ name }) => name },
  })
  expect(html).toContain('role="grid"')
  expect(count(html, /<tr[^>]*tabindex="0"/g)).toBe(1)
  expect(count(html, /<a[^>]*tabindex="-1"/g)).toBe(2)
  expect(html).toMatch(/aria-selected="false".*aria-selected="true"/)
  expect(html).toContain('aria-label="选中Wu"')
})

it('gives a spreadsheet of the columns that have a value', () => {
  expect(sheetOf({ name: 'Pupils', title: 'All pupils' }, COLUMNS, ROWS)).toEqual({
    name: 'Pupils',
    title: 'All pupils',
    columns: [{ heading: 'Name' }, { heading: 'Id' }, { heading: 'Age', kind: 'number' }],
    rows: [
      ['Lin', 'a', 0],
      ['Wu', 'b', 9],
    ],
  })
})

it('a pager says what is shown, and its buttons can be reached at the ends', () => {
  const pager = (page: number, total: number) =>
    renderToStaticMarkup(<Pager page={page} size={40} total={total} waits={false} onTurn={() => {}} />)
  expect(pager(2, 1234)).toContain('第 41–80 条，共 1,234 条')
  expect(pager(2, 1234)).not.toContain('aria-disabled')
  expect(pager(31, 1234)).toContain('第 1,201–1,234 条')
  expect(count(pager(31, 1234), /aria-disabled="true"/g)).toBe(1)
  expect(pager(1, 1234)).not.toContain('disabled=""')
  expect(pager(1, 7)).not.toContain('<button')
})
