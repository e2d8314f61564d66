import { expect, it } from 'vitest'
import { emptyDraft } from './setup-draft.ts'

it('suggests the address of the page, but none of numbers', () => {
  expect(emptyDraft('school.example.org', '2026-11-27').unit.host).toBe('school.example.org')
  expect(emptyDraft('192.0.2.7', '2026-11-27').unit.host).toBe('')
})
