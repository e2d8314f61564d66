import { describe, expect, it } from 'vitest'
import { createViewportStore } from './viewport-store.ts'

const files = { app: 'files', fileId: 'files' }
const roster = { app: 'roster', fileId: 'list' }

describe('the list of loaded files', () => {
  it('has every file once, in the order of opening', () => {
    const { state, show } = createViewportStore()
    for (const target of [files, roster, files, roster]) show(target)
    expect(state.files.map(({ key }) => key)).toEqual(['files/files', 'roster/list'])
  })

  it('follows the address with the current file', () => {
    const { state, show } = createViewportStore()
    show(files)
    show(roster)
    expect(state.current).toBe('roster/list')
    show(files)
    expect(state.current).toBe('files/files')
  })

  it('keeps files of the same name apart by their application', () => {
    const { state, show } = createViewportStore()
    show({ app: 'roster', fileId: 'list' })
    show({ app: 'attendance', fileId: 'list' })
    expect(state.files).toHaveLength(2)
  })

  it('counts how often a file was opened again, each by itself', () => {
    const { state, show, again } = createViewportStore()
    show(files)
    show(roster)
    again('roster/list')
    again('nobody/nothing')
    expect(state.files.map(({ attempt }) => attempt)).toEqual([0, 1])
  })

  it('keeps what is loaded when the address names nothing', () => {
    const { state, show } = createViewportStore()
    show(files)
    show(null)
    expect(state.current).toBeNull()
    expect(state.files).toHaveLength(1)
  })
})
