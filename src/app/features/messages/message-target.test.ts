import { afterEach, expect, it, vi } from 'vitest'
import { hasActiveUploads } from '../../core/state/uploading.ts'
import { reloadSoon, targetOf } from './message-target.ts'

const ORIGIN = 'https://school.example'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  hasActiveUploads.set(false)
})

it('absolute addresses open in a new window, be they of the portal itself', () => {
  expect(targetOf('https://basic.smartedu.cn/x?y', ORIGIN)).toEqual({
    kind: 'window',
    url: 'https://basic.smartedu.cn/x?y',
  })
  expect(targetOf('http://other.example', ORIGIN)).toEqual({ kind: 'window', url: 'http://other.example/' })
  expect(targetOf(`${ORIGIN}/login`, ORIGIN).kind).toBe('window')
})

it('relative ones are pages of the portal, or addresses that are none', () => {
  const path = '/pages/files/pc_files_tm/index.html?a=1#/folder'
  expect(targetOf(path, ORIGIN)).toEqual({ kind: 'page', path })
  expect(targetOf('/api/storage/file/1', ORIGIN)).toEqual({ kind: 'address', path: '/api/storage/file/1' })
})

it('what runs script, and what only looks like an address of ours, leads nowhere', () => {
  for (const url of [
    null,
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/x',
    '/\\evil.example',
    'https://',
    'ftp://x/',
  ])
    expect({ url, target: targetOf(url, ORIGIN) }).toEqual({ url, target: { kind: 'none' } })
})

it('the page reloads a second after another window was opened, and not while something is uploaded', () => {
  vi.useFakeTimers()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  reloadSoon()
  vi.advanceTimersByTime(999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
  hasActiveUploads.set(true)
  reloadSoon()
  vi.advanceTimersByTime(1000)
  expect(reload).toHaveBeenCalledOnce()
})
