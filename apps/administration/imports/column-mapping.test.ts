import { describe, expect, it } from 'vitest'
import type { ImportSheet } from '../../../contract/endpoints/people/imports.ts'
import { columnsOf, firstMapping, headingsNotKept, mappingProblem, remap, writeMapping } from './column-mapping.ts'

const foreign: ImportSheet = {
  sheet: 'Sheet1',
  table: null,
  columns: [{ heading: '2026 名单', field: null }],
  sample: [
    ['2026 名单', '', ''],
    ['某', '学号', '住址', '学号', ''],
    ['王小明', '001', '', '', 'x'],
    ['李小红', '002', '', '', ''],
  ],
}

describe('a sheet without known headings', () => {
  it('has its headings in the fullest row, once each, with what stands below them', () => {
    const first = firstMapping(foreign)
    expect(first.row).toBe(1)
    expect(columnsOf(foreign, first.row)).toEqual([
      { heading: '某', examples: ['王小明', '李小红'] },
      { heading: '学号', examples: ['001', '002'] },
      { heading: '住址', examples: [] },
    ])
    expect(first.fields).toEqual({ 某: '', 学号: 'number', 住址: '' })
  })

  it('is guessed again in another row', () => {
    expect(remap(foreign, firstMapping(foreign), 'people', 2).fields).toEqual({ 王小明: '', '001': '', x: '' })
  })
})

it('a sheet that was read begins as it was read', () => {
  const sheet: ImportSheet = {
    sheet: 'a',
    table: 'people',
    columns: [
      { heading: '姓名', field: 'englishName' },
      { heading: '学号', field: null },
    ],
    sample: [['a', '1']],
  }
  expect(firstMapping(sheet)).toMatchObject({ table: 'people', fields: { 姓名: 'englishName', 学号: 'number' } })
})

it('needs a name, and each field once', () => {
  const mapping = { table: 'people', type: '', row: 0, fields: { a: 'number' } } as const
  expect(mappingProblem(mapping)).toEqual({ needs: 'name' })
  expect(mappingProblem({ ...mapping, fields: { a: 'name', b: 'name' } })).toEqual({ twice: 'name' })
  expect(mappingProblem({ ...mapping, fields: { a: 'name', b: '', c: '' } })).toBeNull()
  expect(mappingProblem({ ...mapping, table: 'classes', fields: { a: 'class' } })).toBeNull()
})

it('tells the server the columns that are read, and the type where no column says it', () => {
  const mapping = { table: 'people', type: '1', row: 0, fields: { a: 'name', b: '' } } as const
  expect(JSON.parse(writeMapping(mapping))).toEqual({ table: 'people', type: 1, columns: { a: 'name' } })
  expect(JSON.parse(writeMapping({ ...mapping, fields: { a: 'name', b: 'type' } }))).not.toHaveProperty('type')
})

it('names the columns that are known and not kept once for all sheets', () => {
  const columns: ImportSheet['columns'] = [
    { heading: '姓名', field: 'name' },
    { heading: '备注', field: null, isNotKept: true },
    { heading: '座右铭', field: null },
  ]
  const sheet: ImportSheet = { sheet: '一', table: 'people', columns, sample: [] }
  expect(headingsNotKept([sheet, { ...sheet, sheet: '二' }])).toEqual(['备注'])
})
