import { expect, it } from 'vitest'
import { placePath, readPlace } from './places.ts'

const id = '018f0000-0000-7000-8000-000000000000'

it.each([
  { page: 'shared', id: null },
  { page: 'shared', id },
  { page: 'hand-ins', id: null },
  { page: 'hand-ins', id },
] as const)('the address of $page $id leads to it', (place) => {
  expect(readPlace(placePath(place))).toEqual(place)
})

it.each(['/', '/folder/x', '/shared/', '/shared/a/b', '/sharedx', '/hand-ins/'])('%s is no such page', (path) => {
  expect(readPlace(path)).toBeUndefined()
})
