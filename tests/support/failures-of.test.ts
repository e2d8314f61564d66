import { expect, it } from 'vitest'
import { failuresOf } from './failures-of.ts'

it('names each entry that is wrong or never answered, and tries those after it', async () => {
  const tried: string[] = []
  const check = (name: string) => {
    tried.push(name)
    if (name === 'wrong') throw new Error('is not right')
    return name === 'mute' ? new Promise<never>(() => {}) : undefined
  }
  const names = ['good', 'wrong', 'mute', 'last']
  expect(await failuresOf(names, (name) => name, check, { patience: 10 })).toEqual([
    'wrong: is not right',
    'mute: no answer in 0.01 s',
  ])
  expect(tried).toEqual(names)
})

it('refuses an empty table', async () => {
  await expect(failuresOf([], String, () => {})).rejects.toThrow('no entry')
})
