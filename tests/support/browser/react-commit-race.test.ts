import { version } from 'react'
import { expect, it } from 'vitest'
import { REACT_WITH_RACE } from './react-commit-race.ts'

it('browser tests excuse an error of the installed React alone', () => {
  expect(version).toBe(REACT_WITH_RACE)
})
