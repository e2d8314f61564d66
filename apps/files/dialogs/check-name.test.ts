import { describe, expect, it } from 'vitest'
import { findNameProblem } from './check-name.ts'

describe('findNameProblem', () => {
  it.each(['课件', 'Physics 2026', 'a.b', '🎒', '字'.repeat(255), ' padded ', 'con'])(
    'accepts the folder %j',
    (name) => {
      expect(findNameProblem(name, { kind: 'folder' })).toBeNull()
    },
  )

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['字'.repeat(256), 'long'],
    ['a/b', 'characters'],
    ['a\\b', 'characters'],
    ['tab\there', 'characters'],
    ['.', 'characters'],
    ['..', 'characters'],
  ])('refuses %j as %s', (name, problem) => {
    expect(findNameProblem(name, { kind: 'folder' })).toBe(problem)
    expect(findNameProblem(name, { kind: 'file' })).toBe(problem)
  })

  it('refuses a name that is taken, and tells names apart by case as the server does', () => {
    expect(findNameProblem(' Homework', { kind: 'folder', taken: ['Homework'] })).toBe('taken')
    expect(findNameProblem('homework', { kind: 'folder', taken: ['Homework'] })).toBeNull()
  })

  it('sees that an accent is the same however it is written', () => {
    expect(findNameProblem('Cafe\u0301', { kind: 'folder', taken: ['Caf\u00e9'] })).toBe('taken')
  })

  it('counts an emoji as one character', () => {
    expect(findNameProblem('🎒'.repeat(255), { kind: 'folder' })).toBeNull()
  })

  it('refuses to make a file of a blocked type by renaming it', () => {
    expect(findNameProblem('report.exe', { kind: 'file' })).toBe('type')
    expect(findNameProblem('report.exe', { kind: 'folder' })).toBeNull()
  })
})
