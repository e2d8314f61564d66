import { describe, expect, it } from 'vitest'
import type { PermissionEntry } from '../../../contract/endpoints/people/unit-roles.ts'
import { choose, chosenOf, found, treeOf, withoutEmptyGroups, type PermissionNode } from './permission-tree.ts'

const entry = (code: string, parentCode: string | null, more: Partial<PermissionEntry> = {}): PermissionEntry => ({
  code,
  name: code,
  parentCode,
  group: false,
  scopable: false,
  held: true,
  ...more,
})

const tree = treeOf([
  entry('files', null),
  entry('files_upload', 'files'),
  entry('files_remove', 'files', { held: false }),
  entry('base', null, { group: true }),
  entry('base_user', 'base', { group: true }),
  entry('base_user_reset', 'base_user'),
  entry('base_people', 'base'),
  entry('lost', 'nowhere'),
])

function nodeOf(code: string, among: readonly PermissionNode[] = tree): PermissionNode {
  const all = (nodes: readonly PermissionNode[]): PermissionNode[] =>
    nodes.flatMap((node) => [node, ...all(node.children)])
  const node = all(among).find((one) => one.code === code)
  if (!node) throw new Error(code)
  return node
}

const after = (codes: string[], code: string, on: boolean) => [...choose(tree, new Set(codes), nodeOf(code), on)]

describe('the tree of permissions', () => {
  it('leaves out groups in which nothing is left, also those of groups alone', () => {
    const entries = [
      entry('base', null, { group: true }),
      entry('base_user', 'base', { group: true }),
      entry('files', null),
      entry('desktop', null, { group: true }),
      entry('desktop_drag', 'desktop'),
    ]
    expect(withoutEmptyGroups(entries).map(({ code }) => code)).toEqual(['files', 'desktop', 'desktop_drag'])
  })

  it('has one without its parent at the top', () => {
    expect(tree.map(({ code }) => code)).toEqual(['files', 'base', 'lost'])
  })

  it('adds an application to what stands in it, but no group', () => {
    expect(after([], 'files_upload', true)).toEqual(['files_upload', 'files'])
    expect(after([], 'base_user_reset', true)).toEqual(['base_user_reset'])
  })

  it('chooses and drops all below, but nothing that the caller does not hold', () => {
    expect(after([], 'files', true)).toEqual(['files', 'files_upload'])
    expect(after(['files', 'files_upload', 'files_remove'], 'files', false)).toEqual(['files_remove'])
    expect(after([], 'base', true)).toEqual(['base_user_reset', 'base_people'])
  })

  it('says of a group how many are chosen, and of a permission whether it is', () => {
    expect(chosenOf(nodeOf('base'), new Set())).toBe('none')
    expect(chosenOf(nodeOf('base'), new Set(['base_people']))).toBe('some')
    expect(chosenOf(nodeOf('base'), new Set(['base_people', 'base_user_reset']))).toBe('all')
    expect(chosenOf(nodeOf('files'), new Set(['files']))).toBe('all')
    expect(chosenOf(nodeOf('files'), new Set(['files_upload']))).toBe('none')
  })

  it('finds by words, with what is above and below', () => {
    const codesOf = (nodes: readonly PermissionNode[]): string[] =>
      nodes.flatMap(({ code, children }) => [code, ...codesOf(children)])
    const search = (query: string) => codesOf(found(tree, query, ({ code }) => code))
    expect(search('RESET')).toEqual(['base', 'base_user', 'base_user_reset'])
    expect(search('user base')).toEqual(['base', 'base_user', 'base_user_reset'])
    expect(search('files')).toEqual(['files', 'files_upload', 'files_remove'])
    expect(search('nothing')).toEqual([])
    expect(search(' ')).toHaveLength(8)
  })
})
