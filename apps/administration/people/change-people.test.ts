import { expect, it } from 'vitest'
import type { PersonKey } from '../../../contract/endpoints/people/people.ts'
import { changeAll } from './change-people.ts'

const people = Array.from({ length: 450 }, (_, at): PersonKey => ({ kind: 'pupil', id: String(at) }))

it('people are changed as many at once as a call may have, in their order', async () => {
  const sizes: number[] = []
  const done = await changeAll(people, async (batch) => {
    sizes.push(batch.length)
    return batch.map(({ id }) => id)
  })
  expect(sizes).toEqual([200, 200, 50])
  expect(done).toEqual(people.map(({ id }) => id))
})

it('a failure takes back what was done before', async () => {
  const back: string[] = []
  const changed = changeAll(
    people,
    async (batch) => {
      if (batch.length < 200) throw new Error('refused')
      return batch.map(({ id }) => id)
    },
    async (done) => back.push(...done),
  )
  await expect(changed).rejects.toThrow('refused')
  expect(back).toHaveLength(400)
})

it('a failure of the first call takes nothing back', async () => {
  const changed = changeAll(
    people,
    () => Promise.reject(new Error('refused')),
    () => Promise.reject(new Error('nothing to undo')),
  )
  await expect(changed).rejects.toThrow('refused')
})
