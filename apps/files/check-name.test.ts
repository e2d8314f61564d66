import { describe, expect, it } from 'vitest'
import { findNameProblem } from './check-name.ts'

describe('findNameProblem', () => {
  it.each(['课件', 'Physics 2026', 'a.b', '🎒', '字'.repeat(255), ' padded ', 'con'])('accepts the folder %j', (name) => {
    expect(findNameProblem(name, { kind: 'folder' })).toBeNull()
  })

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

  it('refuses a folder whose name is taken, in any case', () => {
    expect(findNameProblem(' Homework', { kind: 'folder', taken: ['homework'] })).toBe('taken')
  })

  it('refuses to make a file of a blocked type by renaming it', () => {
    expect(findNameProblem('report.exe', { kind: 'file' })).toBe('type')
    expect(findNameProblem('report.exe', { kind: 'folder' })).toBeNull()
  })
})
