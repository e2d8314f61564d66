import { expect, it } from 'vitest'
import { endpoints } from '../../../contract/table.ts'
import { ACCOUNT_WAYS, namesAccount } from './account-ways.ts'

it('says of every endpoint that names an account how it keeps to the rule about who may act for whom', () => {
  const naming = endpoints.filter(namesAccount).map(({ name }) => name)
  expect(
    naming.filter((name) => !ACCOUNT_WAYS.has(name)),
    'say in account-ways.ts how these keep to the rule',
  ).toEqual([])
  expect(naming.length).toBeGreaterThan(80)
})

it('says it of no endpoint that is gone', () => {
  const known = new Set(endpoints.map(({ name }) => name))
  expect([...ACCOUNT_WAYS.keys()].filter((name) => !known.has(name))).toEqual([])
})
