import { expect, it } from 'vitest'
import type { ImportRow } from '../../../contract/endpoints/people/imports.ts'
import { changesOf } from './row-values.ts'

const CLASS = '00000000-0000-7000-8000-000000000001'
const SUBJECT = '00000000-0000-7000-8000-000000000002'
const row: ImportRow = {
  rowNo: 1,
  kind: 'person',
  userType: 1,
  sheet: 'a',
  row: 2,
  name: '王小明',
  owner: null,
  action: 'new',
  before: null,
  after: {},
  names: {
    [CLASS]: { name: '四年级1班', englishName: 'Grade 4 Class 1' },
    [SUBJECT]: { name: '语文', englishName: '' },
  },
  candidates: [],
  choice: null,
  back: false,
  leftOn: null,
  problems: [],
  warnings: [],
}
const t = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(' ')

it('tells what a new person has, without what goes without saying', () => {
  const after = { classId: CLASS, name: '王小明', sex: 1, active: true, type: 1, hasAccount: true, number: '001' }
  expect(changesOf({ ...row, after }, t, 'en')).toEqual([
    { label: 'column.number', before: null, after: '001' },
    { label: 'column.sex', before: null, after: 'sex.1' },
    { label: 'filter.class', before: null, after: 'Grade 4 Class 1' },
  ])
})

it('tells each changed field before and after, with names for identifiers', () => {
  const before = { teaching: [], active: true, phone: null }
  const after = { teaching: [`${CLASS}:${SUBJECT}`], active: false, phone: '13700000001' }
  expect(changesOf({ ...row, action: 'changed', before, after }, t, 'zh-CN')).toEqual([
    { label: 'imports.field.teaching', before: 'none', after: '语文inBrackets 四年级1班' },
    { label: 'form.phone', before: 'none', after: '13700000001' },
    { label: 'filter.state', before: 'filter.active', after: 'filter.inactive' },
  ])
})

it('tells the month of enrolment without the day that stands for it', () => {
  const after = { enrolledOn: '2016-09-01' }
  const told = changesOf({ ...row, after }, t, 'zh-CN')
  expect(told).toEqual([{ label: 'form.enrolledOn', before: null, after: '2016年9月' }])
})
