import { onlineManager, QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storageUsage } from '../../../../contract/endpoints/storage/storage.ts'
import { CallError } from '../api/call-error.ts'
import { notices } from '../notices/notices.ts'
import { createQueryClient } from './create-query-client.ts'
import { changeOptions, startChange } from './use-change.ts'

const client = createQueryClient()
const shown = () => notices.list.map(({ kind, text, action }) => [kind, text, action?.label ?? null])
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const press = async () => {
  notices.list.at(-1)?.action?.run()
  await settle()
}
const change = (work: () => Promise<unknown>, told: Parameters<typeof changeOptions>[1]) =>
  startChange(client, changeOptions(work, told))

/** How often a query of this key was asked, while it is shown. */
function watch(key: string, staleTime = 0) {
  let asked = 0
  const observer = new QueryObserver(client, {
    queryKey: [key],
    queryFn: () => {
      asked += 1
      return asked
    },
    staleTime,
  })
  const leave = observer.subscribe(() => {})
  return { asked: () => asked, leave }
}

beforeEach(() => {
  notices.list = []
  client.clear()
})
afterEach(() => onlineManager.setOnline(true))

it('says that a change is done, and takes it back', async () => {
  const done: string[] = []
  await change(() => Promise.resolve('deleted'), {
    done: (result) => `It is ${String(result)}`,
    undo: () => () => Promise.resolve(done.push('back')),
  })
  expect(shown()).toEqual([['success', 'It is deleted', '撤销']])
  await press()
  expect(done).toEqual(['back'])
  expect(shown().at(-1)).toEqual(['success', '已撤销', null])
})

it('says nothing where there is nothing to say, and offers no way back where there is none', async () => {
  await change(() => Promise.resolve(1), { done: () => null })
  await change(() => Promise.resolve(1), { done: () => 'Saved', undo: () => null })
  expect(shown()).toEqual([['success', 'Saved', null]])
})

it('says why a change failed, and tries it again', async () => {
  let tries = 0
  await change(
    () => {
      tries += 1
      return tries === 1 ? Promise.reject(new CallError('row', { kind: 'network' })) : Promise.resolve()
    },
    { done: () => 'Saved', failed: () => 'Not saved.' },
  )
  expect(shown()).toEqual([['error', 'Not saved.网络连接失败，请检查网络后重试', '重试']])
  await press()
  expect(shown().at(-1)).toEqual(['success', 'Saved', null])
})

it('offers no second try over a record that another person has changed, and shows what is there', async () => {
  const list = watch('list')
  await settle()
  const envelope = { status: 409, code: 'record.changed', message: '别人改过|||Changed' }
  const http = { status: 200, statusText: 'OK' }
  const refused = new CallError('row', { kind: 'envelope', envelope, http, retryAfter: null })
  await change(() => Promise.reject(refused), { failed: () => 'Not saved.' })
  await settle()
  expect(shown()).toEqual([['error', 'Not saved.别人改过', null]])
  expect(list.asked()).toBe(2)
  list.leave()
})

it('offers no second try where its result would be shown nowhere', async () => {
  const refused = () => Promise.reject(new CallError('row', { kind: 'network' }))
  await change(refused, { failed: 'Not shown.', again: false })
  expect(shown()).toEqual([['error', 'Not shown.网络连接失败，请检查网络后重试', null]])
})

it('leaves a failure to the form that sent the change', async () => {
  await change(() => Promise.reject(new CallError('row', { kind: 'network' })), { done: () => 'Saved' })
  expect(shown()).toEqual([])
})

it('sends nothing without a network, and says so', async () => {
  onlineManager.setOnline(false)
  let sent = false
  await change(
    () => {
      sent = true
      return Promise.resolve()
    },
    { done: () => 'Saved', failed: () => 'Not saved.' },
  )
  expect(sent).toBe(false)
  expect(shown()).toEqual([['error', '现在没有网络，没有改动任何内容，联网后再试', '重试']])
})

it('loads again what is shown, but what was loaded for good and what it shows itself', async () => {
  const queries = [watch('list'), watch('saved'), watch('licence', Infinity)]
  await settle()
  await change(() => Promise.resolve('new'), {
    shows: { queryKey: queryOptions({ queryKey: ['saved'] }).queryKey },
  })
  await settle()
  expect(queries.map(({ asked }) => asked())).toEqual([2, 1, 1])
  expect(client.getQueryData(['saved'])).toBe('new')
  for (const { leave } of queries) leave()
})

it('loads again what is named alone, before it is done', async () => {
  const queries = [watch('list'), watch('other')]
  await settle()
  await change(() => Promise.resolve(), { renews: [{ ...storageUsage, name: 'list' }] })
  expect(queries.map(({ asked }) => asked())).toEqual([2, 1])
  for (const { leave } of queries) leave()
})

it('loads again what was still being loaded for the first time, whose answer may be from before the change', async () => {
  for (const told of [{}, { renews: [{ ...storageUsage, name: 'list' }] }]) {
    const answers: ((list: string) => void)[] = []
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
    const leave = new QueryObserver(client, { queryKey: ['list'], queryFn }).subscribe(() => {})
    const awaited = client.fetchQuery({ queryKey: ['list'], queryFn })
    const changed = change(() => Promise.resolve(), told)
    await settle()
    answers[0]?.('old')
    expect(await awaited).toBe('old')
    await settle()
    expect(answers).toHaveLength(2)
    answers[1]?.('new')
    await changed
    await settle()
    expect(client.getQueryData(['list'])).toBe('new')
    leave()
    client.clear()
  }
})
