import { expect, it } from 'vitest'
import { checkUnit, emptyUnit, unitField, unitOf } from './unit-fields.ts'

const unit = emptyUnit('school.example.org', '2026-11-27')
const filled = { ...unit, name: '云溪学校', englishName: 'Yunxi School' }

it('begins with a suggested address and the school year of today', () => {
  expect(unitOf(filled)).toMatchObject({
    hosts: ['school.example.org'],
    campuses: [{ name: '主校区', englishName: 'Main campus' }],
    year: { name: '2026-2027', startsOn: '2026-09-01' },
  })
  expect(checkUnit(filled)).toEqual([])
})

it('reads a campus from each line, also without an English name', () => {
  expect(unitOf({ ...filled, campuses: '东校区/East\n\n 西校区 ' }).campuses).toEqual([
    { name: '东校区', englishName: 'East' },
    { name: '西校区', englishName: '西校区' },
  ])
})

it.each([
  [{ name: ' ' }, 'name', 'field.required'],
  [{ host: 'https://x.org' }, 'host', 'field.portal_host'],
  [{ campuses: '' }, 'campuses', 'field.required'],
  [{ yearTo: '2026-01-01' }, 'yearTo', 'field.days_reversed'],
  [{ term1From: '2027-01-10' }, 'term1From', 'field.outside_year'],
  [{ term0To: '' }, 'term0To', 'field.date'],
  [{ themeColor: 'green' }, 'themeColor', 'field.color'],
])('%o is refused at its field', (wrong, field, code) => {
  expect(checkUnit({ ...filled, ...wrong })).toContainEqual({ field, code })
})

it('finds the field of what the server refuses', () => {
  expect(['hosts.0', 'campuses.1.name', 'year.terms.1.endsOn', 'year.startsOn', 'englishName'].map(unitField)).toEqual([
    'host',
    'campuses',
    'term1To',
    'yearFrom',
    'englishName',
  ])
})
